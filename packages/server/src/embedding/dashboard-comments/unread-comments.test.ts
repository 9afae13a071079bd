import type {
  EmbedDashboardCommentDto,
  EmbedDashboardCommentThreadsListResponse,
  Problem,
  UnreadEmbedDashboardCommentsDto,
} from '@oriel/contract';
import { limits } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeComment } from '../../test/comment-fixtures.ts';
import { createTestApp, openEmbedSession, type TestApp } from '../../test/index.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

interface Viewer {
  readonly authorization: string;
}
const viewer = async (externalId: string, embedTenantName = 'commenters'): Promise<Viewer> => ({
  authorization: `Embed-Token ${await openEmbedSession(testApp, { externalId, embedTenantName })}`,
});
/** A dashboard with one comment, of the viewer `commenter`. */
const makeDashboard = async () => {
  const { publicId, commentId } = await makeComment(testApp, 'Why is May low?');
  return { path: `/api/v1/embed/dashboard/${publicId}/comments`, commentId };
};

const send = (who: Viewer, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  testApp.call({ method, path, key: '', headers: { ...who }, body });
async function ok<T>(...request: Parameters<typeof send>): Promise<T> {
  const answer = await send(...request);
  assert.ok(answer.statusCode < 300, answer.body);
  return (answer.body === '' ? undefined : answer.json()) as T;
}
const unread = (who: Viewer, path: string) =>
  ok<UnreadEmbedDashboardCommentsDto>(who, 'GET', `${path}/unread`);
const see = (who: Viewer, path: string, ...commentIds: unknown[]) =>
  ok<UnreadEmbedDashboardCommentsDto>(who, 'POST', `${path}/seen`, { commentIds });
const write = async (who: Viewer, path: string, body: string, parentId?: number) =>
  (await ok<EmbedDashboardCommentDto>(who, 'POST', path, { body, ...(parentId && { parentId }) })).id;
const marksIn = async (who: Viewer, path: string) => {
  const { items } = await ok<EmbedDashboardCommentThreadsListResponse>(who, 'GET', path);
  return items.map(({ root, replies }) => [root, ...replies].map(({ isUnread }) => isUnread));
};

test('what others write is new until it was shown, on every device of the viewer, and for others still', async () => {
  const { path, commentId } = await makeDashboard();
  const [commenter, ada, bob] = [await viewer('commenter'), await viewer('ada'), await viewer('bob')];
  assert.deepEqual(await unread(commenter, path), { count: 0, mentionCount: 0 });
  assert.deepEqual(await unread(ada, path), { count: 1, mentionCount: 0 });
  const reply = await write(commenter, path, 'Ask @ada, please', commentId);
  const other = await write(bob, path, 'And June?');
  assert.deepEqual(await unread(ada, path), { count: 3, mentionCount: 1 });
  assert.deepEqual(await marksIn(ada, path), [[true], [true, true]]);

  assert.deepEqual(await see(ada, path, reply), { count: 1, mentionCount: 0 });
  const device = await viewer('ada');
  assert.deepEqual(await marksIn(device, path), [[true], [false, false]]);
  assert.deepEqual(await see(device, path, other), { count: 0, mentionCount: 0 });
  assert.deepEqual(await unread(bob, path), { count: 2, mentionCount: 0 });
  const late = await write(bob, path, 'Holidays', commentId);
  assert.deepEqual(await unread(ada, path), { count: 1, mentionCount: 0 });
  assert.deepEqual(await marksIn(ada, path), [[false], [false, false, true]]);
  await ok(bob, 'DELETE', `${path}/${late}`);
  assert.deepEqual(await unread(ada, path), { count: 0, mentionCount: 0 });
});

test('resolved threads do not count, and count again once they are open', async () => {
  const { path, commentId } = await makeDashboard();
  const [commenter, ada] = [await viewer('commenter'), await viewer('ada')];
  const resolve = (resolved: boolean) => ok(commenter, 'POST', `${path}/${commentId}/resolve`, { resolved });
  await resolve(true);
  assert.equal((await unread(ada, path)).count, 0);
  await resolve(false);
  assert.equal((await unread(ada, path)).count, 1);
});

test('of marks that are set at a time the farthest stays, and none goes back', async () => {
  const { path, commentId } = await makeDashboard();
  const [commenter, ada] = [await viewer('commenter'), await viewer('ada')];
  const ids = [commentId];
  for (let index = 0; index < 12; index += 1)
    ids.push(await write(commenter, path, `Reply ${index}`, commentId));
  const shuffled = [...ids.slice(7), ...ids.slice(0, 7)];
  await Promise.all([...shuffled, ...shuffled].map((id) => see(ada, path, id)));
  assert.equal((await unread(ada, path)).count, 0);
  assert.equal((await see(ada, path, commentId)).count, 0);
});

test('marks that are set while the thread is deleted fail nobody', async () => {
  const [commenter, ada] = [await viewer('commenter'), await viewer('ada')];
  for (let round = 0; round < 5; round += 1) {
    const { path, commentId } = await makeDashboard();
    await Promise.all([
      see(ada, path, commentId),
      ok(commenter, 'DELETE', `${path}/${commentId}`),
      see(ada, path, commentId),
    ]);
    assert.deepEqual(await see(ada, path, commentId), { count: 0, mentionCount: 0 });
  }
});

test('viewers of another embed tenant count nothing of it and mark nothing', async () => {
  const { path, commentId } = await makeDashboard();
  const stranger = await viewer('ada', 'strangers');
  assert.deepEqual(await unread(stranger, path), { count: 0, mentionCount: 0 });
  assert.deepEqual(await see(stranger, path, commentId), { count: 0, mentionCount: 0 });
  const marks = await testApp.database.db
    .selectFrom('dashboardCommentSeen')
    .select('threadId')
    .where('threadId', '=', commentId)
    .execute();
  assert.deepEqual(marks, []);
  const ada = await viewer('ada');
  const { path: elsewhere } = await makeDashboard();
  await see(ada, elsewhere, commentId);
  assert.equal((await unread(ada, path)).count, 1);
});

test('sessions without a viewer of an embed tenant, keys and unknown dashboards are refused', async () => {
  const { path } = await makeDashboard();
  const { rows } = await testApp.database.pool.query<{ name: string }>(
    'select name from tenants where id = $1',
    [testApp.tenantId],
  );
  // Sessions without an embed tenant have the one with the name of the account.
  const ofNobody = await viewer('of-nobody', rows[0]?.name);
  for (const [method, end, body] of [
    ['GET', '/unread', undefined],
    ['POST', '/seen', { commentIds: [1] }],
  ] as const) {
    assert.equal((await send(ofNobody, method, path + end, body)).statusCode, 403);
    assert.equal((await testApp.call({ method, path: path + end, body })).statusCode, 403);
    const ada = await viewer('ada');
    const unknown = await send(ada, method, `/api/v1/embed/dashboard/aaaaaaaaaaaa/comments${end}`, body);
    assert.deepEqual([unknown.statusCode, (unknown.json() as Problem).code], [404, 'dashboard_not_found']);
  }
});

test('ids without a comment are passed over, and what is no list of ids is refused', async () => {
  const { path } = await makeDashboard();
  const ada = await viewer('ada');
  assert.equal((await see(ada, path, 2 ** 31, Number.MAX_SAFE_INTEGER)).count, 1);
  const tooMany = Array.from({ length: limits.MAX_SEEN_COMMENTS + 1 }, (_, index) => index + 1);
  const bodies: unknown[] = [
    {},
    [],
    { commentIds: [] },
    { commentIds: tooMany },
    { commentIds: [1.5] },
    { commentIds: [-1] },
    { commentIds: ['1'] },
    { commentIds: ['\u0000'] },
    { commentIds: [null] },
    { commentIds: 1 },
    { commentIds: [1], embedUserId: 1 },
  ];
  for (const body of bodies) {
    const answer = await send(ada, 'POST', `${path}/seen`, body);
    assert.equal(answer.statusCode, 400, `${JSON.stringify(body).slice(0, 80)} ${answer.body}`);
  }
  assert.equal((await unread(ada, path)).count, 1);
});
