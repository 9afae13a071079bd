import { operations, taggedRecords, type Operation, type OperationId } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  makeFixturesFor,
  overtake,
  requestFor,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let world: TestApp;
let engine: Engine;
let calls: WorkspaceCalls;
before(async () => {
  engine = createModelEngine([]);
  world = await createTestApp({ engine });
  calls = createWorkspaceCalls(world);
});
after(async () => {
  await world.close();
  await engine.close();
});

const ids = Object.keys(operations) as OperationId[];
const recordOf = (id: OperationId) => (operations[id] as Operation).record;
const isConditional = (id: OperationId) =>
  recordOf(id) !== undefined && 'if-match' in (operations[id] as Operation).headers.properties;

/** Sends a request that was made from the schemas. */
function send(request: ReturnType<typeof requestFor>, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${world.adminKey}`;
  return world.app.inject({ ...request, headers: { ...request.headers, authorization, ...headers } });
}

for (const id of ids.filter(isConditional))
  test(`${id} is done only to the record that If-Match names`, async () => {
    const fixtures = await makeFixturesFor(id, world, calls);
    const request = requestFor(id, fixtures);
    for (const tag of ['"another"', 'W/"*"', '"a", "b"', 'nonsense', '']) {
      const refused = await send(request, { 'if-match': tag });
      assert.equal(refused.statusCode, 412, `${tag}: ${refused.body}`);
    }
    const reading = ids.find(
      (each) => recordOf(each) === recordOf(id) && (operations[each] as Operation).method === 'GET',
    );
    const shown = reading && (await send(requestFor(reading, fixtures)));
    const tag = shown?.headers.etag ?? '*';
    const done = await send(request, { 'if-match': `"another", ${tag}` });
    assert.ok(done.statusCode < 300, done.body);
    if (!shown || (operations[id] as Operation).method === 'DELETE') return;
    const again = await send(requestFor(reading, fixtures));
    assert.equal(done.headers.etag, again.headers.etag);
  });

test('every kind of record is read with its tag and changed by it, but attributes, which are in lists alone', () => {
  const covered = (isReading: boolean) =>
    new Set(
      ids
        .filter((id) => ((operations[id] as Operation).method === 'GET') === isReading)
        .flatMap((id) => recordOf(id) ?? []),
    );
  const all = new Set(Object.keys(taggedRecords));
  assert.deepEqual(covered(false), all);
  assert.deepEqual(all.difference(covered(true)), new Set(['userAttribute']));
});

/** Two changes of one record, of each kind of transaction that makes some. */
const records = {
  'a workbook': async () => ({
    path: `/workbooks/${(await calls.makeWorkbook('Workbook')).id}`,
    body: { name: 'Renamed' },
  }),
  'a report': async () => ({
    path: `/reports/${(await calls.makeReport({ name: 'Report' })).id}`,
    body: { title: 'Title' },
  }),
  'a folder': async () => ({
    path: `/folders/${(await calls.makeFolder(crypto.randomUUID())).id}`,
    body: { position: 7 },
  }),
  'what is given on a workbook': async () => ({
    path: `/workbooks/${(await calls.makeWorkbook('Shared')).id}/access`,
    body: { entries: [{ subjectType: 'ORGANIZATION', level: 'read' }] },
  }),
};

for (const [what, make] of Object.entries(records)) {
  test(`of two who change ${what} at once with one tag, one does`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { path, body } = await make();
      const { etag } = (await calls.call('GET', path)).headers;
      assert.ok(etag);
      const change = () =>
        world.call({
          method: 'PUT',
          path: `/api/v1/deployments/${world.deploymentId}${path}`,
          body,
          headers: { 'if-match': etag },
        });
      const answers = await Promise.all([change(), change()]);
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 412]);
    }
  });
}

const put = (path: string, body: object, headers: Record<string, string>, key?: string) =>
  world.call({
    method: 'PUT',
    path: `/api/v1/deployments/${world.deploymentId}${path}`,
    body,
    headers,
    ...(key !== undefined && { key }),
  });

test('a change that waits for another that nobody announced is refused', async () => {
  const { id } = await calls.makeReport({ name: 'Report' });
  const { etag = '' } = (await calls.call('GET', `/reports/${id}`)).headers;
  const answer = await overtake(
    world.database.pool,
    [`update reports set title = 'Theirs' where id = $1`, [id]],
    () => put(`/reports/${id}`, { title: 'Ours' }, { 'if-match': etag }),
  );
  assert.equal(answer.statusCode, 412, answer.body);
  assert.equal((await calls.ok<{ title: string }>('GET', `/reports/${id}`)).title, 'Theirs');
});

test('a move gives another tag, and looking at an item none', async () => {
  const { id } = await calls.makeWorkbook('Workbook');
  const { id: folderId } = await calls.makeFolder('Target');
  const tag = async () => (await calls.call('GET', `/workbooks/${id}`)).headers.etag;
  const before = await tag();
  assert.equal(await tag(), before);
  await calls.ok('POST', '/workspace/move', { body: { type: 'WORKBOOK', id, folderId } });
  assert.notEqual(await tag(), before);
});

test('a condition tells nothing of a record that the caller does not see, or may not change', async () => {
  const person = await calls.makePerson();
  const { id } = await calls.makeWorkbook('Hidden');
  const ask = async (path: string) =>
    (await put(path, { name: 'Mine' }, { 'if-match': '"another"' }, person.key)).statusCode;
  assert.deepEqual(
    [await ask(`/workbooks/${id}`), await ask('/workbooks/900000'), await ask('/workbooks/99999999999')],
    [404, 404, 404],
  );
  await calls.grant('WORKBOOK', id, person.id, 1);
  assert.equal(await ask(`/workbooks/${id}`), 403);
});

test('of two who change a user at once with one tag, one does', async () => {
  const username = `user-${crypto.randomUUID()}`;
  const made = await world.call({
    method: 'POST',
    path: '/api/v1/users',
    body: { username, email: `${username}@example.com` },
  });
  const path = `/api/v1/users/${(made.json() as { id: number }).id}`;
  const { etag = '' } = (await world.call({ method: 'GET', path })).headers;
  const change = (firstName: string) =>
    world.call({ method: 'PUT', path, body: { firstName }, headers: { 'if-match': etag } });
  const answers = await Promise.all([change('Ada'), change('Grace')]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 412]);
});

test('of two who change settings at once with one tag, one does, and other settings have tags of their own', async () => {
  const deployment = `/api/v1/deployments/${world.deploymentId}`;
  const settings = [
    { read: '/api/v1/tenant/settings', write: '/api/v1/tenant/settings', body: { hasSupportAccess: true } },
    { read: '/api/v1/app-config', write: '/api/v1/app-config', body: { applyThemeGlobally: true } },
    { read: `${deployment}/settings`, write: deployment, body: { name: 'Renamed' } },
  ];
  const tagOf = async (path: string) => (await world.call({ method: 'GET', path })).headers.etag ?? '';
  for (const { read, write, body } of settings) {
    const others = settings.filter((each) => each.read !== read);
    const [etag, ...before] = await Promise.all([read, ...others.map((each) => each.read)].map(tagOf));
    const change = () =>
      world.call({ method: 'PUT', path: write, body, headers: { 'if-match': etag ?? '' } });
    const answers = await Promise.all([change(), change()]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 412]);
    assert.deepEqual(await Promise.all(others.map((each) => tagOf(each.read))), before);
  }
});

test('a delete that waits for a change of the item is refused', async () => {
  const { id } = await calls.makeReport({ name: 'Report' });
  const { etag = '' } = (await calls.call('GET', `/reports/${id}`)).headers;
  const answer = await overtake(
    world.database.pool,
    [`update reports set title = 'Theirs' where id = $1`, [id]],
    () =>
      world.call({
        method: 'DELETE',
        path: `/api/v1/deployments/${world.deploymentId}/reports/${id}`,
        headers: { 'if-match': etag },
      }),
  );
  assert.equal(answer.statusCode, 412, answer.body);
  assert.equal((await calls.ok<{ title: string }>('GET', `/reports/${id}`)).title, 'Theirs');
});
