import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const folders = () => `/api/v1/deployments/${testApp.deploymentId}/folders`;

for (const address of ['/%zz', '/%ED%A0%80', '/a%ff'])
  test(`the address ${address}, which cannot be decoded, is refused as every other request`, async () => {
    const answer = await testApp.call({ method: 'DELETE', path: folders() + address });
    assert.equal(answer.statusCode, 400);
    const { code, status, requestId } = answer.json() as Record<string, unknown>;
    assert.deepEqual([code, status], ['malformed_request', 400]);
    assert.equal(requestId, answer.headers['x-request-id']);
  });

for (const method of ['GET', 'DELETE'] as const)
  test(`${method} of an id of thousands of characters finds nothing`, async () => {
    const path =
      method === 'GET' ? `${folders()}/${'7'.repeat(3_000)}/ancestors` : `${folders()}/${'7'.repeat(3_000)}`;
    const answer = await testApp.call({ method, path });
    assert.equal(answer.statusCode, 404, answer.body);
    assert.equal((answer.json() as { code: string }).code, 'not_found');
  });

const ignored: Record<string, { type: string; body: string }> = {
  'an empty JSON body': { type: 'application/json', body: '' },
  'broken JSON': { type: 'application/json', body: '{"a": ' },
  'a text': { type: 'text/plain', body: 'text' },
  'a broken upload': { type: 'multipart/form-data', body: 'text' },
};

for (const [what, { type, body }] of Object.entries(ignored))
  test(`an operation without a body ignores ${what}`, async () => {
    const made = await testApp.call({ method: 'POST', path: folders(), body: { name: what } });
    const { id } = made.json() as { id: number };
    const answer = await testApp.app.inject({
      method: 'DELETE',
      url: `${folders()}/${id}`,
      headers: { authorization: `Bearer ${testApp.adminKey}`, 'content-type': type },
      payload: body,
    });
    assert.equal(answer.statusCode, 204, answer.body);
  });

test('an empty JSON body is no body where one may be left out', async () => {
  const url = `/api/v1/deployments/${testApp.deploymentId}/workbooks`;
  const headers = { authorization: `Bearer ${testApp.adminKey}`, 'content-type': 'application/json' };
  const answer = await testApp.app.inject({ method: 'POST', url, headers, payload: '' });
  assert.equal(answer.statusCode, 200, answer.body);
});
