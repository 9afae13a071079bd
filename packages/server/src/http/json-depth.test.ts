import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '@oriel/contract';
import { createTestApp, type TestApp } from '../test/index.ts';
import { isNestedDeeper } from './json-depth.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const long = JSON.stringify('x'.repeat(100_000));

test('levels are counted outside of strings', () => {
  assert.equal(isNestedDeeper(`[${long},${nested(99)}]`, 100), false);
  assert.equal(isNestedDeeper(`[${long},${nested(100)}]`, 100), true);
  assert.equal(isNestedDeeper(`[${long},${'[],'.repeat(1000)}1]`, 100), false);
  for (const text of [nested(200), `"${'['.repeat(200)}`, `\\"${'{'.repeat(200)}\\`])
    assert.equal(isNestedDeeper(JSON.stringify([long, text]), 100), false, text.slice(0, 10));
  assert.equal(isNestedDeeper(`[${long},"\\\\",${nested(100)}]`, 100), true);
  assert.equal(isNestedDeeper(`[${long},"never ends ${'['.repeat(200)}`, 100), false);
});

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const post = (path: string, payload: string) =>
  testApp.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${testApp.adminKey}`, 'content-type': 'application/json' },
    payload,
  });

test('a body of brackets is refused before it is parsed', async () => {
  const path = `/api/v1/deployments/${testApp.deploymentId}/folders`;
  const answer = await post(path, nested(limits.MAX_BODY_BYTES / 2 - 10));
  assert.equal(answer.statusCode, 400, answer.body);
  assert.equal(answer.json().code, 'malformed_request');
  assert.match(answer.json().message, /100 levels/);
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
