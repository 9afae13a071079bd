import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '@oriel/contract';
import { createTestApp, createWorkspaceCalls, type TestApp } from '../../test/index.ts';
import { exceededBound } from './json-bounds.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const long = JSON.stringify('x'.repeat(100_000));
const bounds = { maxDepth: 100, maxValues: 2_000 };

test('levels are counted outside of strings', () => {
  const exceeded = (text: string) => exceededBound(text, bounds);
  assert.equal(exceeded(`[${long},${nested(99)}]`), undefined);
  assert.equal(exceeded(`[${long},${nested(100)}]`), 'depth');
  assert.equal(exceeded(`[${long},${'[],'.repeat(900)}1]`), undefined);
  for (const text of [nested(200), `"${'['.repeat(200)}`, `\\"${'{'.repeat(200)}\\`])
    assert.equal(exceeded(JSON.stringify([long, text])), undefined, text.slice(0, 10));
  assert.equal(exceeded(`[${long},"\\\\",${nested(100)}]`), 'depth');
  assert.equal(exceeded(`[${long},"never ends ${'['.repeat(200)}`), undefined);
});

test('entries of lists and objects are counted together, outside of strings', () => {
  const exceeded = (part: string) => exceededBound(`[${long},${part}]`, bounds);
  assert.equal(exceeded('0,'.repeat(1_997) + '0'), undefined);
  assert.equal(exceeded('0,'.repeat(2_000) + '0'), 'values');
  assert.equal(exceeded('{"a":0},'.repeat(1_001) + '0'), 'values');
  assert.equal(exceeded(JSON.stringify(',[{'.repeat(5_000))), undefined);
});

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const post = (path: string, payload: string, method: 'POST' | 'PUT' = 'POST') =>
  testApp.app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${testApp.adminKey}`, 'content-type': 'application/json' },
    payload,
  });

test('a number that would be read as another one is refused wherever it stands', async () => {
  const base = `/api/v1/deployments/${testApp.deploymentId}`;
  const answer = await post(`${base}/folders`, '{"name":"Far","position":9007199254740993}');
  assert.equal(answer.statusCode, 400, answer.body);
  assert.equal(answer.json().code, 'malformed_request');
  assert.match(answer.body, /9007199254740993 would be read as 9007199254740992/);
});

test('a body of brackets is refused before it is parsed', async () => {
  const path = `/api/v1/deployments/${testApp.deploymentId}/folders`;
  const answer = await post(path, nested(limits.MAX_BODY_BYTES / 2 - 10));
  assert.equal(answer.statusCode, 400, answer.body);
  assert.equal(answer.json().code, 'malformed_request');
  assert.match(answer.json().message, /100 levels/);
});

/** Faults of every validator, which take the square of their number where all of them are looked for. */
const wide: Record<string, (count: number) => string> = {
  'unknown fields': (count) =>
    `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}x":0`).join()}}`,
  'empty widgets': (count) =>
    `{"dashboardDraft":{"widgets":[${Array(count).fill('{}').join()}]},"config":{"widgets":[${Array(count).fill('{}').join()}]}}`,
  'items of a bulk operation': (count) => `{"items":[${Array(count).fill('{}').join()}]}`,
};

for (const [what, write] of Object.entries(wide))
  test(`a wide body is refused by its first fault, or before it is parsed: ${what}`, async () => {
    const base = `/api/v1/deployments/${testApp.deploymentId}`;
    const { id } = await createWorkspaceCalls(testApp).makeWorkbook(`Wide ${what}`);
    for (const [method, path] of [
      ['POST', `${base}/folders`],
      ['PUT', `${base}/workbooks/${id}/dashboard`],
      ['POST', `${base}/workspace/bulk-move`],
    ] as const) {
      const refused = await post(path, write(10_000), method);
      assert.equal(refused.json().code, 'validation_failed');
      assert.ok(refused.json().issues.length <= 2, refused.body.slice(0, 500));
      const unread = await post(path, write(limits.MAX_BODY_VALUES + 1), method);
      assert.equal(unread.json().code, 'malformed_request', unread.body.slice(0, 500));
      assert.match(unread.json().message, /50000 values/);
    }
  });

test('a list of many faults names the first hundred', async () => {
  const items = Array.from({ length: limits.MAX_BULK_ITEMS }, () => ({ type: 'FOLDER', odd: 1, even: 2 }));
  const answer = await post(
    `/api/v1/deployments/${testApp.deploymentId}/workspace/bulk-move`,
    JSON.stringify({ items }),
  );
  assert.equal(answer.statusCode, 400);
  assert.equal(answer.json().issues.length, 100);
});

test('the body of a query is bounded', async () => {
  const path = `/deployments/${testApp.deploymentId}/cubejs-api/v1`;
  const query = { measures: ['x'.repeat(limits.MAX_QUERY_BODY_BYTES)] };
  for (const [operation, body] of [
    ['load', { query }],
    ['dry-run', { query }],
    ['sql', { query }],
    ['load-batch', { queries: [{ id: 'a', query }] }],
  ] as const)
    assert.equal((await post(`${path}/${operation}`, JSON.stringify(body))).statusCode, 413, operation);
});
