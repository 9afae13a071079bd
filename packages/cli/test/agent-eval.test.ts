import { startTestServer, type TestServer } from '@oriel/server/test';
import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { runOriel } from './run-oriel.ts';

const model = `
cubes:
  - name: sales
    sql: "SELECT * FROM (VALUES ('north', 10), ('south', 25)) AS t(region, amount)"
    dimensions: [{ name: region, sql: region, type: string }]
    measures: [{ name: revenue, sql: amount, type: sum }, { name: count, type: count }]
`;
const byRegion = { measures: ['sales.revenue'], dimensions: ['sales.region'] };
const questions = `
questions:
  - { question: Revenue by region?, certified_query: by-region }
  - { question: How many sales?, query: '{ "measures": ["sales.count"] }' }
  - { question: Anything else?, certified_query: by-region }
`;
const files = {
  'sales.yml': model,
  'agents/certified_queries/by-region.md': `---\nuser_request: Revenue by region?\n---\n${JSON.stringify(byRegion)}`,
  'agents/eval_questions/sales.yml': questions,
};

/** The real command, a real server, and a model that answers what the test has written. */
let llm: ModelServer;
let server: TestServer;
let cwd: string;
before(async () => {
  llm = await startModelServer();
  const endpoint = { provider: 'openai-compatible', baseUrl: llm.url, apiKey: 'k', model: 'm' } as const;
  server = await startTestServer([{ path: 'sales.yml', content: model }], {
    models: { endpoint, allowsPrivate: true },
  });
  cwd = await mkdtemp(join(tmpdir(), 'oriel-eval-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(cwd, dirname(path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  }
});
after(async () => {
  await server.close();
  await llm.close();
  await rm(cwd, { recursive: true, force: true, maxRetries: 10 });
});

const run = (...args: string[]) =>
  runOriel(['agent', 'eval', '.', '--deployment', String(server.deploymentId), ...args], {
    cwd,
    env: { ORIEL_URL: server.url, ORIEL_API_KEY: server.adminKey },
  });
const asks = (query: object) => ({ toolCalls: [{ name: 'run_query', input: { title: 'Q', query } }] });

test('answers are graded by the rows of the queries that they cite, and one that fails ends with 1', async () => {
  llm.steps.push(asks({ ...byRegion, measures: ['sales.revenue', 'sales.count'] }), { text: 'So.' });
  llm.steps.push(asks(byRegion), { text: 'Two.' }, { text: 'No.' });
  const { code, stdout, stderr } = await run('--json');
  assert.deepEqual([code, stderr], [1, '']);
  const { summary, results } = JSON.parse(stdout) as { summary: object; results: { grade: string }[] };
  assert.deepEqual(summary, { pass: 1, fail: 1, review: 1, error: 0 });
  assert.deepEqual(
    results.map(({ grade }) => grade),
    ['pass', 'fail', 'review'],
  );
  const { rows } = await server.database.pool.query('select id from chat_threads');
  assert.deepEqual(rows, [], 'threads that are left');
});

test('questions are chosen by their text, asked beside each other, and told in their order', async () => {
  const gate = Promise.withResolvers<void>();
  llm.requests.splice(0);
  // The first answer comes once the second question is there.
  llm.answer = ({ body: { messages } }) => {
    if (JSON.stringify(messages.at(-1)).includes('else')) gate.resolve();
    return { text: 'So.', gate: gate.promise };
  };
  const { code, stdout } = await run('--json', '--concurrency', '2', '--question', 'AN');
  assert.equal(code, 0);
  const { results } = JSON.parse(stdout) as { results: { question: string }[] };
  assert.deepEqual(
    results.map(({ question }) => question),
    ['How many sales?', 'Anything else?'],
  );
  for (const wrong of [
    ['--question', 'weather'],
    ['--concurrency', '0'],
    ['--concurrency', 'many'],
  ])
    assert.equal((await run(...wrong)).code, 2);
});
