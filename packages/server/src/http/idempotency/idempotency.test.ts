import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { removeExpired } from '../../jobs/expired-rows.ts';
import { applicationTables } from '../../application-tables.ts';

let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
});
after(() => testApp.close());

const folders = () => `/api/v1/deployments/${testApp.deploymentId}/folders`;
const post = (path: string, body: object, idempotencyKey: string, key?: string) =>
  testApp.call({
    method: 'POST',
    path,
    body,
    headers: { 'idempotency-key': idempotencyKey },
    ...(key !== undefined && { key }),
  });
const newKey = () => crypto.randomUUID();

async function countFolders(name: string): Promise<number> {
  const { rows } = await testApp.database.pool.query<{ count: number }>(
    'select count(*) from folders where name = $1',
    [name],
  );
  return rows[0]?.count ?? 0;
}

test('the same request with the same key is done once, and answered twice', async () => {
  const key = newKey();
  const first = await post(folders(), { name: 'Once' }, key);
  const second = await post(folders(), { name: 'Once' }, key);
  assert.equal(first.statusCode, 200, first.body);
  assert.deepEqual([second.statusCode, second.body], [first.statusCode, first.body]);
  assert.deepEqual(
    [first.headers['idempotent-replayed'], second.headers['idempotent-replayed']],
    [undefined, 'true'],
  );
  assert.equal(await countFolders('Once'), 1);
});

test('another body, and another operation, with the same key are refused', async () => {
  const key = newKey();
  await post(folders(), { name: 'First' }, key);
  for (const [path, body] of [
    [folders(), { name: 'Second' }],
    ['/api/v1/api-keys', { name: 'First' }],
  ] as const) {
    const refused = await post(path, body, key);
    assert.deepEqual([refused.statusCode, refused.json().code], [422, 'idempotency_key_reused']);
  }
  assert.equal(await countFolders('Second'), 0);
});

test('of requests at once with the same key one is done', async () => {
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => post(folders(), { name: 'At once' }, key)),
  );
  assert.equal(await countFolders('At once'), 1);
  const done = answers.filter(({ statusCode }) => statusCode === 200);
  assert.equal(new Set(done.map(({ body }) => body)).size, 1);
  for (const answer of answers)
    if (answer.statusCode !== 200) assert.equal(answer.json().code, 'idempotency_key_in_use', answer.body);
});

test('many requests at once, each with its own key, are all done', async () => {
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, n) => post('/api/v1/api-keys', { name: `many ${n}` }, newKey())),
  );
  for (const { statusCode, body } of made) assert.equal(statusCode, 201, body);
});

test('what was done before a crash and not committed with its answer was not done, and is done by the next', async () => {
  const { pool } = testApp.database;
  await pool.query(`create function crash() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
  await pool.query(
    'create trigger crash before insert on idempotency_keys for each row execute function crash()',
  );
  const key = newKey();
  const body = { name: 'Crashed', parentId: null };
  const broken = await post(folders(), body, key).finally(() =>
    pool.query('drop trigger crash on idempotency_keys'),
  );
  assert.ok(broken.statusCode >= 500, broken.body);
  assert.equal(await countFolders('Crashed'), 0);
  const next = await post(folders(), body, key);
  assert.equal(next.statusCode, 200, next.body);
  const again = await post(folders(), body, key);
  assert.deepEqual([again.body, await countFolders('Crashed')], [next.body, 1]);
});

test('a refusal is not stored, so that the same key may be used when its cause is gone', async () => {
  const key = newKey();
  const { id } = await calls.makeFolder('Taken');
  const refused = await post(folders(), { name: 'Taken' }, key);
  assert.equal(refused.json().code, 'folder_name_taken');
  await calls.ok('DELETE', `/folders/${id}`);
  assert.equal((await post(folders(), { name: 'Taken' }, key)).statusCode, 200);
});

test('a key belongs to the credential that sends it', async () => {
  const key = newKey();
  const { tenantId, adminId } = testApp;
  const other = await testApp.build.apiKey({ tenantId, userId: adminId });
  const mine = await post('/api/v1/api-keys', { name: 'mine' }, key);
  const theirs = await post('/api/v1/api-keys', { name: 'mine' }, key, other);
  assert.notEqual(mine.json().secret, theirs.json().secret);
  assert.equal(theirs.headers['idempotent-replayed'], undefined);
});

test('an answer with a credential is told again, and cannot be read in the database', async () => {
  const key = newKey();
  const { secret: token } = (await post('/api/v1/api-keys', { name: 'secret' }, key)).json() as {
    secret: string;
  };
  assert.equal((await post('/api/v1/api-keys', { name: 'secret' }, key)).json().secret, token);
  const { rows } = await testApp.database.pool.query<{ said: string }>(
    `select encode(encrypted_value, 'escape') as said from idempotency_keys`,
  );
  assert.ok(rows.length > 0);
  for (const { said } of rows) assert.ok(!said.includes(token.slice(0, 12)));
});

test('a bulk operation is done once', async () => {
  const { id } = await calls.makeReport({ name: 'Bulk' });
  const [one, other] = [await calls.makeFolder('Bulk one'), await calls.makeFolder('Bulk other')];
  const path = `/api/v1/deployments/${testApp.deploymentId}/workspace/bulk-move`;
  const key = newKey();
  const body = { items: [{ type: 'REPORT', id }], folderId: one.id };
  const first = await post(path, body, key);
  await calls.ok('POST', '/workspace/bulk-move', { body: { ...body, folderId: other.id } });
  assert.equal((await post(path, body, key)).body, first.body);
  const report = await calls.ok<{ folderId: number }>('GET', `/reports/${id}`);
  assert.equal(report.folderId, other.id, 'the second did nothing');
});

test('an answer is forgotten when its time is over', async () => {
  const key = newKey();
  const first = await post('/api/v1/api-keys', { name: 'short' }, key);
  const { pool, db } = testApp.database;
  await pool.query(`update idempotency_keys set expires_at = now() - interval '1 second'`);
  const second = await post('/api/v1/api-keys', { name: 'short' }, key);
  assert.notEqual(second.json().secret, first.json().secret);
  await removeExpired(db, applicationTables, { signal: new AbortController().signal, onRemoved() {} });
  const { rows } = await pool.query<{ count: number }>('select count(*) from idempotency_keys');
  assert.equal(rows[0]?.count, 1);
});

test('a key that cannot be one is refused, and where nobody has signed in it is ignored', async () => {
  for (const key of ['', 'with space', 'x'.repeat(256), 'ä']) {
    const refused = await post(folders(), { name: 'Never' }, key);
    assert.equal(refused.statusCode, 400, key);
    assert.equal(refused.json().issues[0].path, 'idempotency-key');
  }
  const signIn = await testApp.call({
    method: 'POST',
    path: '/api/v1/sign-in',
    key: '',
    body: { email: 'nobody@example.com', password: 'wrong password' },
    headers: { 'idempotency-key': newKey() },
  });
  assert.equal(signIn.statusCode, 401);
});

test('a change that another request took away meanwhile is refused, with a key as without', async () => {
  const person = await calls.makePerson();
  const { id } = await calls.makeFolder('Shared');
  await calls.grant('FOLDER', id, person.id, 2);
  const body = { name: 'Below', parentId: id };
  assert.equal((await post(folders(), body, newKey(), person.key)).statusCode, 200);
  await testApp.database.db
    .updateTable('users')
    .set({ isDeactivated: true })
    .where('id', '=', person.id)
    .execute();
  const refused = await post(folders(), { ...body, name: 'Never' }, newKey(), person.key);
  assert.ok(refused.statusCode === 401 || refused.statusCode === 403, refused.body);
});
