import type { Dashboard } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createModelEngine, createTestApp, createWorkspaceCalls, type TestApp } from '../test/index.ts';
import { openEmbedSession } from '../test/embed-session.ts';

const model = `
cubes:
  - name: days
    sql: SELECT n FROM range(7) AS r(n)
    measures:
      - { name: count, type: count }
`;

let engine: Engine;
let app: TestApp;
before(async () => {
  engine = createModelEngine([{ path: 'days.yml', content: model }]);
  app = await createTestApp({ engine });
  // Unlike a query, it waits for the start of the runtime however long that takes.
  assert.equal((await app.call({ method: 'GET', path: pathOf('meta') })).statusCode, 200);
});
after(async () => {
  await app.close();
  await engine.close();
});

const pathOf = (name: string) => `/deployments/${app.deploymentId}/cubejs-api/v1/${name}`;
const queries = [{ id: 'days', query: { measures: ['days.count'] } }];

type Caller = { readonly key?: string; readonly headers?: Record<string, string> };

async function ask(caller: Caller, dashboard: unknown): Promise<readonly [number, string | undefined]> {
  const { statusCode, body } = await app.call({
    method: 'POST',
    path: pathOf('load-batch'),
    body: { queries, dashboard },
    ...caller,
  });
  return [statusCode, (JSON.parse(body) as { code?: string }).code];
}

async function viewer(embedTenantName: string): Promise<Caller> {
  return {
    key: '',
    headers: { authorization: `Embed-Token ${await openEmbedSession(app, { embedTenantName })}` },
  };
}

async function publish() {
  const calls = createWorkspaceCalls(app);
  const { id: workbookId } = await calls.makeWorkbook('Week');
  const body = { workbookId, config: { widgets: [] }, allowEmbed: true };
  const { publicId } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
  const share = (change: object) =>
    calls.ok('PUT', `/workbooks/${workbookId}/embed-access`, { body: change });
  await share({ embedTenantName: 'acme', action: 'read' });
  return { publicId, share, makePerson: () => calls.makePerson() };
}

test('rows for a dashboard are refused to whom it is not shown any more, at the next request', async () => {
  const acme = await viewer('acme');
  const { publicId, share } = await publish();
  assert.deepEqual(await ask(acme, publicId), [200, undefined]);
  assert.deepEqual(await ask(await viewer('zephyr'), publicId), [404, 'dashboard_not_found']);
  await share({ allowEmbed: false });
  assert.deepEqual(await ask(acme, publicId), [403, 'embedding_not_allowed']);
  await share({ allowEmbed: true });
  await share({ embedTenantName: 'acme', action: 'none' });
  assert.deepEqual(await ask(acme, publicId), [404, 'dashboard_not_found']);
  // The rows themselves are the viewer's own right.
  for (const none of [undefined, null]) assert.deepEqual(await ask(acme, none), [200, undefined]);
});

test('a console user sees the rows of a dashboard as far as its workbook, and leaves no trace', async () => {
  const { publicId, makePerson } = await publish();
  assert.deepEqual(await ask({}, publicId), [200, undefined]);
  const { key } = await makePerson();
  assert.deepEqual(await ask({ key }, publicId), [404, 'dashboard_not_found']);
  const { rows } = await app.database.pool.query('select from workspace_views');
  assert.equal(rows.length, 0);
});

test('a dashboard that cannot be one is refused', async () => {
  const acme = await viewer('acme');
  for (const none of ['', 'x', '\u{1F600}'.repeat(100), "'; drop table dashboards"])
    assert.deepEqual(await ask(acme, none), [404, 'dashboard_not_found']);
  for (const unusable of ['\0', '\ud800', 'x'.repeat(10_000), 7, ['x'], {}])
    assert.equal((await ask(acme, unusable))[0], 400);
});
