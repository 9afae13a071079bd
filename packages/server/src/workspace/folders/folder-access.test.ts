import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  untilWaiting,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';
import { untilTrue } from '../../test/waiting.ts';
import { builtInRoles } from '../../access/roles.ts';
import { changeWorkspace } from '../workspace-change.ts';

let app: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
});
after(() => app.close());

const adminScope = () => ({
  deploymentId: app.deploymentId,
  actor: {
    kind: 'user',
    tenantId: app.tenantId,
    userId: app.adminId,
    email: 'admin@example.com',
    role: 'Admin',
    rights: builtInRoles.Admin,
    groupIds: [],
    deploymentIds: null,
    via: 'api-key',
  } as const,
});

const waitingCount = async () =>
  (
    await app.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;

/** A folder that a person manages by a grant, and the changes of it. */
async function grantedFolder() {
  const { id: userId, key } = await calls.makePerson();
  const { id } = await calls.makeFolder(`Granted to ${userId}`);
  await calls.grant('FOLDER', id, userId, 3);
  const changes = [
    ['POST', '/folders', { key, body: { name: 'Below', parentId: id } }],
    ['PUT', `/folders/${id}`, { key, body: { name: 'Renamed' } }],
    ['DELETE', `/folders/${id}`, { key }],
  ] as const;
  return { id, userId, key, changes };
}

test('a change that waits for a revocation is refused', async () => {
  const { id, userId, changes } = await grantedFolder();
  for (const change of changes) {
    let refused: Promise<void> | undefined;
    const revoke = changeWorkspace(app.database.db, adminScope(), { lock: 'exclusive' }, async ({ db }) => {
      await db.deleteFrom('grants').where('resourceId', '=', id).execute();
      refused = calls.refused([...change], 404, 'folder_not_found');
      await untilWaiting(app.database.pool);
    });
    await revoke;
    await refused;
    await calls.grant('FOLDER', id, userId, 3);
  }
});

test('a revocation waits for the changes whose access was checked already', async () => {
  const { id, key } = await grantedFolder();
  const holder = await app.database.pool.connect();
  await holder.query('begin');
  // The change stops after its check, where it writes.
  await holder.query('select from folders where id = $1 for update', [id]);
  const renamed = calls.call('PUT', `/folders/${id}`, { key, body: { name: 'Renamed in time' } });
  await untilWaiting(app.database.pool);
  let isRevoked = false;
  const revoked = changeWorkspace(app.database.db, adminScope(), { lock: 'exclusive' }, async ({ db }) => {
    isRevoked = true;
    await db.deleteFrom('grants').where('resourceId', '=', id).execute();
  });
  await untilTrue(async () => (await waitingCount()) === 2);
  assert.equal(isRevoked, false);
  await holder.query('rollback');
  holder.release();
  assert.equal((await renamed).statusCode, 200);
  await revoked;
  await calls.refused(
    ['PUT', `/folders/${id}`, { key, body: { name: 'Too late' } }],
    404,
    'folder_not_found',
  );
});
