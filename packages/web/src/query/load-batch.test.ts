import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { createRunBatch, type BatchAnswer, type BatchQuery } from './load-batch.ts';

/** A server that refuses batches with an unfit query as a whole, as ours does. */
const asked: string[][] = [];
let inFlight = 0;
let mostInFlight = 0;
const server = createServer((request, response) => {
  const answer = async () => {
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    const { queries } = (await json(request)) as { queries: { id: string }[] };
    const ids = queries.map(({ id }) => id);
    asked.push(ids);
    inFlight -= 1;
    if (ids.includes('stranger')) return response.writeHead(403).end(JSON.stringify({ code: 'forbidden' }));
    if (ids.some((id) => id.startsWith('unfit')))
      return response
        .writeHead(400)
        .end(JSON.stringify({ error: 'values[0] is too long', code: 'validation_failed' }));
    const result = { query: {}, data: [], annotation: { measures: {}, dimensions: {}, timeDimensions: {} } };
    const line = (id: string) => `${JSON.stringify({ id, status: 200, answer: { results: [result] } })}\n`;
    return response.end(ids.map(line).join(''));
  };
  void answer();
});
let deploymentUrl: string;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  deploymentUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  mostInFlight = 0;
});

async function answersOf(ids: string[]): Promise<Record<string, string>> {
  const answers: BatchAnswer[] = [];
  const queries = ids.map((id): BatchQuery => ({ id, query: {} }));
  const { signal } = new AbortController();
  await createRunBatch({ deploymentUrl })(queries, (answer) => answers.push(answer), signal);
  return Object.fromEntries(
    answers.map((answer) => [answer.id, 'error' in answer ? `${answer.status} ${answer.error}` : 'rows']),
  );
}

test('queries that fit are asked together', async () => {
  assert.deepEqual(await answersOf(['a', 'b']), { a: 'rows', b: 'rows' });
  assert.deepEqual(asked, [['a', 'b']]);
});

test('a query that does not fit has the refusal, the others their rows, one batch after the other', async () => {
  assert.deepEqual(await answersOf(['a', 'b', 'unfit', 'c', 'unfit too']), {
    a: 'rows',
    b: 'rows',
    unfit: '400 values[0] is too long',
    c: 'rows',
    'unfit too': '400 values[0] is too long',
  });
  assert.equal(mostInFlight, 1);
});

test('a caller who is refused is refused at once', async () => {
  await assert.rejects(answersOf(['a', 'stranger']), { name: 'QueryRefused', status: 403 });
  assert.equal(asked.length, 1);
});
