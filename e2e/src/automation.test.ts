import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDocumentedApi, type DocumentedApi } from './support/documented-api.ts';
import { makeDataDir, removeDataDir, startOriel, type Oriel } from './support/oriel.ts';

/**
 * An account is set up, rearranged and torn down by a program that knows nothing but the OpenAPI document and a key, as
 * a script of an operator would. The tests build on each other.
 */
const REPORTS = 1000;
const BATCH = 100;

let dataDir: string;
let oriel: Oriel;
let api: DocumentedApi;
before(async () => {
  dataDir = await makeDataDir();
  oriel = await startOriel({ dataDir, args: ['--no-demo'] });
  api = await openDocumentedApi(oriel.url, oriel.apiKey ?? '');
});
after(async () => {
  await oriel.stop();
  await removeDataDir(dataDir);
});

const batches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) =>
    items.slice(at * BATCH, (at + 1) * BATCH),
  );

/** What the tests have made so far, by its ids. */
const made = {
  deploymentId: 0,
  userIds: [] as number[],
  groupId: 0,
  sourceId: 0,
  targetId: 0,
  workbookId: 0,
};
let reportIds: number[] = [];

/** How many reports lie in a folder. */
const countIn = async (folderId: number): Promise<number> => {
  const { count } = await api('getReports', { deploymentId: made.deploymentId, folderId, first: 1 });
  return Number(count);
};

test('a deployment, people, groups and folders are made', async () => {
  made.deploymentId = (await api('createDeployment', {}, { name: 'Automated' })).id;
  for (const name of ['ada', 'grace', 'edsger']) {
    const email = `${name}@example.com`;
    const user = await api('createUser', {}, { email, username: email, defaultRoles: ['Explorer'] });
    made.userIds.push(user.id);
  }
  made.groupId = (await api('createUserGroup', {}, { name: 'analysts', roles: ['Explorer'] })).id;
  const added = await api('addUserGroupUsers', { groupId: made.groupId }, { userIds: made.userIds });
  assert.deepEqual(added.addedUserIds, made.userIds);
  const { deploymentId } = made;
  made.sourceId = (await api('createFolder', { deploymentId }, { name: 'Incoming' })).id;
  made.targetId = (await api('createFolder', { deploymentId }, { name: 'Sorted' })).id;
});

test('a workbook is published and a thousand reports are made', async () => {
  const { deploymentId, sourceId: folderId } = made;
  made.workbookId = (await api('createWorkbook', { deploymentId }, { name: 'Weekly', folderId })).id;
  const { workbookId } = made;
  await api(
    'publishDashboard',
    { deploymentId, workbookId },
    { workbookId, config: { title: 'Weekly', widgets: [] } },
  );
  for (const batch of batches(Array.from({ length: REPORTS }, (_, at) => at)))
    reportIds.push(
      ...(await Promise.all(
        batch.map((at) => api('createReport', { deploymentId }, { name: `Report ${at}`, folderId })),
      ).then((reports) => reports.map(({ id }) => id))),
    );
  assert.equal(await countIn(folderId), REPORTS);
});

test('a folder is shared with the group, and the explanation says so', async () => {
  const path = { deploymentId: made.deploymentId, folderId: made.targetId };
  const entries = [{ subjectType: 'GROUP', subjectId: made.groupId, level: 'edit' }];
  await api('updateFolderAccess', path, { entries });
  const explained = await api('explainFolderAccess', { ...path, userId: made.userIds[0] });
  assert.equal(explained.level, 'edit');
});

test('a thousand items are moved, and all of it is taken back', async () => {
  const { deploymentId, sourceId, targetId } = made;
  const items = reportIds.map((id) => ({ type: 'REPORT', id }));
  const planned = await api(
    'bulkMoveWorkspaceObjects',
    { deploymentId },
    {
      items: items.slice(0, BATCH),
      folderId: targetId,
      dryRun: true,
    },
  );
  assert.equal(planned.moved.length, BATCH);
  assert.equal(await countIn(targetId), 0);
  const undoIds: string[] = [];
  for (const batch of batches(items)) {
    const answer = await api(
      'bulkMoveWorkspaceObjects',
      { deploymentId },
      { items: batch, folderId: targetId },
    );
    assert.deepEqual(answer.failed, []);
    undoIds.push(answer.undoId ?? 'none was answered');
  }
  assert.deepEqual([await countIn(sourceId), await countIn(targetId)], [0, REPORTS]);
  for (const undoId of undoIds.toReversed()) {
    const { failed } = await api('undoWorkspaceChange', { deploymentId, undoId });
    assert.deepEqual(failed, []);
  }
  assert.deepEqual([await countIn(sourceId), await countIn(targetId)], [REPORTS, 0]);
});

test('everything is torn down', async () => {
  const { deploymentId, sourceId, targetId, workbookId, groupId, userIds } = made;
  const items = [
    ...reportIds.map((id) => ({ type: 'REPORT', id })),
    { type: 'WORKBOOK', id: workbookId },
    { type: 'FOLDER', id: sourceId },
    { type: 'FOLDER', id: targetId },
  ];
  for (const batch of batches(items)) {
    const { deleted, failed } = await api('bulkDeleteWorkspaceObjects', { deploymentId }, { items: batch });
    assert.deepEqual([deleted.length, failed], [batch.length, []]);
  }
  reportIds = [];
  const { items: left } = await api('workspaceObjects', { deploymentId });
  assert.deepEqual(left, []);
  await api('deleteUserGroup', { groupId });
  const { succeeded } = await api('bulkUserAction', {}, { action: 'DELETE', userIds });
  assert.deepEqual(succeeded, userIds);
  assert.deepEqual(await api('deleteDeployment', { deploymentId }), { success: true });
  assert.deepEqual((await api('getDeployments')).items, []);
});
