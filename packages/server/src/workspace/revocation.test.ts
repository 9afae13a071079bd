import type { BulkMoveWorkspaceObjectsResponse, ErrorCode } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { builtInRoles } from '../access/roles/roles.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  untilWaiting,
  type TestApp,
  type TestCall,
  type WorkspaceCalls,
} from '../test/index.ts';
import { untilTrue } from '../test/waiting.ts';
import { changeWorkspace } from './batches/workspace-change.ts';

type Kind = 'FOLDER' | 'WORKBOOK' | 'REPORT';

let app: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
});
after(() => app.close());

/** Revokes the grants of an item as a change of grants does, and runs steps in the same transaction. */
const revoke = (kind: Kind, id: number, step: () => void | Promise<void>) => {
  const actor = {
    kind: 'user',
    tenantId: app.tenantId,
    userId: app.adminId,
    email: 'admin@example.com',
    accessVersion: 1,
    rights: builtInRoles.Admin,
    groupIds: [],
    deploymentIds: null,
    via: 'api-key',
  } as const;
  const scope = { deploymentId: app.deploymentId, actor };
  return changeWorkspace(app.database.db, scope, { lock: 'exclusive' }, async ({ db }) => {
    await db.deleteFrom('grants').where('resourceType', '=', kind).where('resourceId', '=', id).execute();
    await step();
  });
};

const waitingCount = async () =>
  (
    await app.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;

const makers = {
  FOLDER: (name: string) => calls.makeFolder(name),
  WORKBOOK: (name: string) => calls.makeWorkbook(name),
  REPORT: (name: string) => calls.makeReport({ name }),
};

/** An item that a person manages by a grant. */
async function makeGranted(kind: Kind) {
  const { id: userId, key } = await calls.makePerson();
  const { id } = await makers[kind](`Granted to ${userId}`);
  const grant = () => calls.grant(kind, id, userId, 3);
  await grant();
  return { id, key, userId, grant };
}

const position = { x: 0, y: 0, w: 1, h: 1 };
const config = { widgets: [{ id: 'a', type: 'TEXT', position, config: {} }] };
const name = 'Changed';

/** The changes of an item, or of what is in it. */
const changes: Record<Kind, (id: number) => (readonly [TestCall['method'], string, object?])[]> = {
  FOLDER: (id) => [
    ['POST', '/folders', { name, parentId: id }],
    ['POST', '/workbooks', { name, folderId: id }],
    ['POST', '/reports', { name, folderId: id }],
    ['PUT', `/folders/${id}`, { name }],
    ['DELETE', `/folders/${id}`],
    ['POST', '/workspace/move', { type: 'FOLDER', id }],
  ],
  WORKBOOK: (id) => [
    ['POST', '/reports', { name, workbookId: id }],
    ['PUT', `/workbooks/${id}`, { name }],
    ['PUT', `/workbooks/${id}/dashboard`, { dashboardDraft: config }],
    ['POST', `/workbooks/${id}/publish`, { workbookId: id, config }],
    ['DELETE', `/workbooks/${id}`],
    ['POST', '/workspace/move', { type: 'WORKBOOK', id }],
  ],
  REPORT: (id) => [
    ['PUT', `/reports/${id}`, { name }],
    ['PUT', `/reports/${id}/refresh`, {}],
    ['DELETE', `/reports/${id}`],
    ['POST', '/workspace/move', { type: 'REPORT', id }],
  ],
};

const notFound: Record<Kind, ErrorCode> = {
  FOLDER: 'folder_not_found',
  WORKBOOK: 'workbook_not_found',
  REPORT: 'report_not_found',
};

for (const kind of ['FOLDER', 'WORKBOOK', 'REPORT'] as const)
  test(`a change of a ${kind.toLowerCase()} that waits for a revocation is refused`, async () => {
    const { id, key, grant } = await makeGranted(kind);
    for (const [method, path, body] of changes[kind](id)) {
      // A move tells users of the account that there is an item to which they have no access.
      const refusal: [number, ErrorCode] =
        path === '/workspace/move' ? [403, 'forbidden'] : [404, notFound[kind]];
      let refused: Promise<void> | undefined;
      await revoke(kind, id, async () => {
        refused = calls.refused([method, path, { key, ...(body && { body }) }], ...refusal);
        await untilWaiting(app.database.pool, refused);
      });
      await refused;
      await grant();
    }
  });

// Each stops after its check, where it writes.
for (const [kind, method, path, body] of [
  ['FOLDER', 'PUT', '/folders/{id}', () => ({ name })],
  ['WORKBOOK', 'POST', '/workbooks/{id}/publish', (workbookId: number) => ({ workbookId, config })],
  ['REPORT', 'DELETE', '/reports/{id}', () => undefined],
  ['FOLDER', 'POST', '/workspace/move', (id: number, folderId: number) => ({ type: 'FOLDER', id, folderId })],
  [
    'WORKBOOK',
    'POST',
    '/workspace/move',
    (id: number, folderId: number) => ({ type: 'WORKBOOK', id, folderId }),
  ],
  ['REPORT', 'POST', '/workspace/move', (id: number, folderId: number) => ({ type: 'REPORT', id, folderId })],
] as const)
  test(`a revocation waits for ${method} ${path}, of which the access was checked already`, async () => {
    const { id, key, userId } = await makeGranted(kind);
    const destination = await calls.makeFolder(`Destination of ${kind} ${id} by ${method}`);
    await calls.grant('FOLDER', destination.id, userId, 2);
    const sent = body(id, destination.id);
    const call = [method, path.replace('{id}', String(id)), { key, ...(sent && { body: sent }) }] as const;
    const holder = await app.database.pool.connect();
    await holder.query('begin');
    await holder.query(`select from ${kind.toLowerCase()}s where id = $1 for update`, [id]);
    const changed = calls.call(...call);
    await untilWaiting(app.database.pool);
    let isRevoked = false;
    const revoked = revoke(kind, id, () => {
      isRevoked = true;
    });
    await untilTrue(async () => isRevoked || (await waitingCount()) === 2);
    assert.equal(isRevoked, false);
    await holder.query('rollback');
    holder.release();
    assert.ok((await changed).statusCode < 300);
    await revoked;
    // In the folder that it was moved to it is seen, and not managed.
    if (path === '/workspace/move') await calls.refused([...call], 403, 'forbidden');
    else await calls.refused([...call], 404, notFound[kind]);
  });

for (const kind of ['FOLDER', 'WORKBOOK', 'REPORT'] as const)
  test(`a ${kind.toLowerCase()} is not moved into a folder of which the right is being taken away`, async () => {
    const { id: folderId } = await calls.makeFolder(`Destination of a ${kind}`);
    const { id } = await makers[kind](`To be moved, a ${kind}`);
    const { id: userId, key } = await calls.makePerson();
    await calls.grant('FOLDER', folderId, userId, 2);
    await calls.grant(kind, id, userId, 3);
    const body = { items: [{ type: kind, id }], folderId };
    let moving: Promise<BulkMoveWorkspaceObjectsResponse> | undefined;
    await revoke('FOLDER', folderId, async () => {
      moving = calls.ok('POST', '/workspace/bulk-move', { key, body });
      await untilWaiting(app.database.pool, moving);
    });
    const answer = await moving;
    assert.deepEqual(answer?.moved, []);
    assert.deepEqual(
      answer?.failed.map((failure) => [failure.id, failure.error.status]),
      [[id, 403]],
    );
  });

test('a move that was accepted is not undone by the move of the folder that gave the right', async () => {
  const outer = await makeGranted('FOLDER');
  const inner = await calls.makeFolder('Hands the right down', outer.id);
  const report = await calls.makeReport({ name: 'In it', folderId: inner.id });
  const holder = await app.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from reports where id = $1 for update', [report.id]);
  const answered: string[] = [];
  const move = async (type: Kind, id: number, key?: string) => {
    const body = { type, id, folderId: null };
    const { statusCode } = await calls.call('POST', '/workspace/move', { body, ...(key && { key }) });
    assert.equal(statusCode, 200);
    answered.push(type);
  };
  const moved = move('REPORT', report.id, outer.key);
  await untilWaiting(app.database.pool);
  const taken = move('FOLDER', inner.id);
  await untilTrue(async () => answered.length > 0 || (await waitingCount()) === 2);
  await holder.query('rollback');
  holder.release();
  await Promise.all([moved, taken]);
  assert.deepEqual(answered, ['REPORT', 'FOLDER']);
  await calls.refused(['GET', `/reports/${report.id}`, { key: outer.key }], 404, 'report_not_found');
});

/** What takes away the right to write, and with what the write is refused that was authenticated before. */
const takenAway = {
  'a deactivation': { body: { isDeactivated: true } },
  'a lesser role': { body: { defaultRoles: ['Viewer'] } },
};

for (const [what, { body }] of Object.entries(takenAway))
  test(`a change that waits while ${what} of its author is made is refused`, async () => {
    const { id, key } = await calls.makePerson();
    const folder = await calls.makeFolder(`Of ${id}`, null, key);
    const steps = [
      ['POST', '/folders', { name: 'Late', parentId: folder.id }],
      ['POST', '/workspace/bulk-move', { items: [{ type: 'FOLDER', id: folder.id }], folderId: null }],
    ] as const;
    const holder = await app.database.pool.connect();
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(7231005, $1)', [app.deploymentId]);
    const taken = app.call({ method: 'PUT', path: `/api/v1/users/${id}`, body });
    await untilWaiting(
      app.database.pool,
      taken.then(() => undefined),
    );
    const late = steps.map(([method, path, sent]) => calls.call(method, path, { key, body: sent }));
    await untilTrue(async () => (await waitingCount()) === 1 + steps.length);
    await holder.query('rollback');
    holder.release();
    assert.equal((await taken).statusCode, 200);
    for (const answer of await Promise.all(late)) assert.equal(answer.statusCode, 403, answer.body);
  });

test('a deactivation is answered after the changes of the user that were let in before', async () => {
  const { id, key } = await calls.makePerson();
  const folder = await calls.makeFolder(`Of the leaver ${id}`, null, key);
  const holder = await app.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from folders where id = $1 for update', [folder.id]);
  const order: string[] = [];
  const changed = calls
    .call('PUT', `/folders/${folder.id}`, { key, body: { name: `Changed by ${id}` } })
    .then((answer) => {
      order.push('changed');
      return answer;
    });
  await untilWaiting(app.database.pool);
  const path = `/api/v1/users/${id}`;
  const taken = app
    .call({ method: 'PUT', path, body: { isDeactivated: true } })
    .then(() => order.push('taken'));
  await untilTrue(async () => order.length > 0 || (await waitingCount()) === 2);
  await holder.query('rollback');
  holder.release();
  assert.equal((await changed).statusCode, 200);
  await taken;
  assert.deepEqual(order, ['changed', 'taken']);
});
