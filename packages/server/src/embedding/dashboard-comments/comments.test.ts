import type {
  Dashboard,
  EmbedDashboardCommentDto,
  EmbedDashboardCommentThreadDto,
  EmbedDashboardCommentThreadsListResponse,
  EmbedMentionableUsersListResponse,
  Problem,
} from '@oriel/contract';
import { limits } from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
});
after(() => testApp.close());

interface Viewer {
  readonly headers: Record<string, string>;
}

const viewer = async (
  externalId: string,
  embedTenantName = 'acme',
  more: Partial<Parameters<typeof openEmbedSession>[1]> = {},
): Promise<Viewer> => ({
  headers: {
    authorization: `Embed-Token ${await openEmbedSession(testApp, { externalId, embedTenantName, ...more })}`,
  },
});

/** A dashboard that every embed user may see. */
async function makeDashboard(
  access: object = { allEmbedUsers: true, action: 'read' },
): Promise<Dashboard & { path: string }> {
  const { id } = await calls.makeWorkbook('Board');
  const body = { workbookId: id, config: { widgets: [] } };
  const dashboard = await calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, { body });
  await calls.ok('PUT', `/workbooks/${id}/embed-access`, { body: access });
  return { ...dashboard, path: `/api/v1/embed/dashboard/${dashboard.publicId}/comments` };
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (
  { headers }: Viewer,
  method: Method,
  path: string,
  body?: unknown,
): Promise<LightMyRequestResponse> => testApp.call({ method, path, key: '', headers, body });

async function ok<T>(who: Viewer, method: Method, path: string, body?: unknown): Promise<T> {
  const answer = await send(who, method, path, body);
  assert.ok(answer.statusCode < 300, `${method} ${path} ${answer.body}`);
  return (answer.body === '' ? undefined : answer.json()) as T;
}

async function refused(
  who: Viewer,
  [method, path, body]: [Method, string, unknown?],
  [status, code]: [number, string],
): Promise<Problem> {
  const answer = await send(who, method, path, body);
  assert.deepEqual([answer.statusCode, (answer.json() as Problem).code], [status, code], answer.body);
  return answer.json() as Problem;
}

const write = (who: Viewer, path: string, body: string, parentId?: number) =>
  ok<EmbedDashboardCommentDto>(who, 'POST', path, { body, ...(parentId !== undefined && { parentId }) });
const list = (who: Viewer, path: string, query = '') =>
  ok<EmbedDashboardCommentThreadsListResponse>(who, 'GET', `${path}${query}`);
const saidIn = ({ items }: EmbedDashboardCommentThreadsListResponse) =>
  items.map(({ root, replies }) => [root.body, ...replies.map(({ body }) => body)]);

test('viewers of an embed tenant talk on a dashboard: threads newest first, replies oldest first', async () => {
  const { path, publicId } = await makeDashboard();
  const [ada, bob] = [
    await viewer('ada', 'acme', { userProfile: { displayName: 'Ada L.' } }),
    await viewer('bob'),
  ];
  const first = await write(ada, path, 'Why is May low?');
  assert.equal(first.dashboardId, publicId);
  assert.deepEqual(
    [first.isOwn, first.author?.username, first.author?.firstName, first.editedAt, first.removedAt],
    [true, 'ada', 'Ada L.', null, null],
  );
  await write(ada, path, 'And June?');
  await write(bob, path, 'Holidays', first.id);
  await write(ada, path, 'Thanks', first.id);
  const seen = await list(bob, path);
  assert.deepEqual(saidIn(seen), [['And June?'], ['Why is May low?', 'Holidays', 'Thanks']]);
  assert.deepEqual(
    seen.items[1]?.replies.map(({ isOwn, userId }) => [isOwn, userId === first.userId]),
    [
      [true, false],
      [false, true],
    ],
  );
});

test('viewers of the default embed tenant, who may be of different customers, have no comments and learn no names', async () => {
  const { path } = await makeDashboard();
  const { rows } = await testApp.database.pool.query<{ name: string }>(
    'select name from tenants where id = $1',
    [testApp.tenantId],
  );
  const anyone = await viewer('anyone', rows[0]?.name);
  for (const request of [
    ['GET', path],
    ['POST', path, { body: 'x' }],
    ['GET', `${path}/mentionable-users`],
  ] satisfies [Method, string, unknown?][])
    await refused(anyone, request, [403, 'forbidden']);
});

test('another embed tenant and another dashboard have nothing of it, whatever is asked', async () => {
  const { path } = await makeDashboard();
  const elsewhere = await makeDashboard();
  const [ada, eve] = [await viewer('ada'), await viewer('ada', 'rival')];
  const { id } = await write(ada, path, 'Between us');
  assert.deepEqual((await list(eve, path, '?includeResolved=true')).items, []);
  const missing = await refused(eve, ['PATCH', `${path}/999999`, { body: 'x' }], [404, 'comment_not_found']);
  for (const [who, base] of [
    [eve, path],
    [ada, elsewhere.path],
  ] as const)
    for (const request of [
      ['POST', base, { body: 'x', parentId: id }],
      ['PATCH', `${base}/${id}`, { body: 'x' }],
      ['DELETE', `${base}/${id}`],
      ['POST', `${base}/${id}/resolve`, { resolved: true }],
    ] satisfies [Method, string, unknown?][]) {
      const problem = await refused(who, request, [404, 'comment_not_found']);
      assert.equal(problem.message, missing.message.replace('999999', String(id)));
    }
  const people = await ok<EmbedMentionableUsersListResponse>(eve, 'GET', `${path}/mentionable-users`);
  assert.deepEqual(
    people.items.map(({ username }) => username),
    ['ada'],
  );
  assert.deepEqual(saidIn(await list(ada, path)), [['Between us']]);
});

test('comments are for viewers who may see the dashboard, and for nobody else', async () => {
  const guest = await viewer('guest', 'guests');
  const { path, workbookId } = await makeDashboard({ embedTenantName: 'guests', action: 'read' });
  await refused(guest, ['GET', path], [403, 'embedding_not_allowed']);
  await calls.ok('PUT', `/workbooks/${workbookId}/embed-access`, { body: { allowEmbed: true } });
  const { id } = await write(guest, path, 'Hello');
  const stranger = await viewer('ada');
  const inside = await viewer('', 'guests', { externalId: null, internalId: await adminUsername() });
  for (const request of [
    ['GET', path],
    ['POST', path, { body: 'x' }],
    ['GET', `${path}/mentionable-users`],
    ['PATCH', `${path}/${id}`, { body: 'x' }],
    ['DELETE', `${path}/${id}`],
    ['POST', `${path}/${id}/resolve`, { resolved: true }],
  ] satisfies [Method, string, unknown?][]) {
    await refused(stranger, request, [404, 'dashboard_not_found']);
    await refused(inside, request, [403, 'forbidden']);
    const key = { headers: { authorization: `Bearer ${testApp.adminKey}` } };
    await refused(key, request, [403, 'forbidden']);
    await refused({ headers: {} }, request, [401, 'unauthenticated']);
  }
  assert.deepEqual(saidIn(await list(guest, path)), [['Hello']]);
});

async function adminUsername(): Promise<string> {
  const { rows } = await testApp.database.pool.query<{ username: string }>(
    'select username from users where id = $1',
    [testApp.adminId],
  );
  return rows[0]?.username ?? '';
}

test('only its author edits and deletes a comment, and only who opened a thread resolves it', async () => {
  const { path } = await makeDashboard();
  const [ada, bob] = [await viewer('ada'), await viewer('bob')];
  const { id } = await write(ada, path, 'Draft');
  const reply = await write(bob, path, 'Reply', id);
  for (const request of [
    ['PATCH', `${path}/${id}`, { body: 'x' }],
    ['DELETE', `${path}/${id}`],
    ['POST', `${path}/${id}/resolve`, { resolved: true }],
  ] satisfies [Method, string, unknown?][])
    await refused(bob, request, [403, 'forbidden']);
  await refused(bob, ['POST', `${path}/${reply.id}/resolve`, { resolved: true }], [400, 'comment_is_reply']);
  const edited = await ok<EmbedDashboardCommentDto>(ada, 'PATCH', `${path}/${id}`, { body: 'Final' });
  assert.deepEqual([edited.body, edited.editedAt !== null, edited.id], ['Final', true, id]);
  assert.deepEqual(saidIn(await list(bob, path)), [['Final', 'Reply']]);
});

test('a thread is resolved and opened again, and twice the same is once', async () => {
  const { path } = await makeDashboard();
  const [ada, bob] = [await viewer('ada'), await viewer('bob')];
  const { id } = await write(ada, path, 'Old');
  await write(ada, path, 'New');
  const resolve = (resolved: boolean) =>
    ok<EmbedDashboardCommentThreadDto>(ada, 'POST', `${path}/${id}/resolve`, { resolved });
  const once = await resolve(true);
  assert.equal(once.resolvedBy, once.root.userId);
  assert.deepEqual(await resolve(true), once);
  await write(bob, path, 'Late', id);
  assert.deepEqual(saidIn(await list(bob, path)), [['New']]);
  assert.deepEqual(saidIn(await list(bob, path, '?includeResolved=true')), [['New'], ['Old', 'Late']]);
  assert.deepEqual(saidIn(await list(bob, path, '?resolvedOnly=true&includeResolved=false')), [
    ['Old', 'Late'],
  ]);
  const open = await resolve(false);
  assert.deepEqual([open.resolvedAt, open.resolvedBy], [null, null]);
  assert.deepEqual(await resolve(false), open);
});

test('a deleted comment leaves its place while others of the thread are there, and what it said is erased', async () => {
  const { path } = await makeDashboard();
  const [ada, bob] = [await viewer('ada'), await viewer('bob')];
  const { id } = await write(ada, path, 'Secret of ada');
  const reply = await write(bob, path, 'Still here', id);
  await ok(ada, 'DELETE', `${path}/${id}`);
  const [thread] = (await list(bob, path)).items;
  assert.deepEqual([thread?.root.body, thread?.root.removedAt !== null], ['', true]);
  assert.deepEqual(
    thread?.replies.map(({ body }) => body),
    ['Still here'],
  );
  await refused(ada, ['DELETE', `${path}/${id}`], [404, 'comment_not_found']);
  await refused(ada, ['PATCH', `${path}/${id}`, { body: 'Back' }], [404, 'comment_not_found']);
  await refused(bob, ['POST', path, { body: 'More', parentId: id }], [404, 'comment_not_found']);
  await ok(ada, 'POST', `${path}/${id}/resolve`, { resolved: true });
  await ok(bob, 'DELETE', `${path}/${reply.id}`);
  assert.deepEqual((await list(bob, path, '?includeResolved=true')).items, []);
  const { rows } = await testApp.database.pool.query(
    `select 1 from dashboard_comments where body like '%Secret of ada%' or id in ($1, $2)
     union all select 1 from audit_entries where concat(before, after) like '%Secret of ada%'`,
    [id, reply.id],
  );
  assert.deepEqual(rows, []);
});

test('a reply that was deleted keeps its place in a thread that goes on', async () => {
  const { path } = await makeDashboard();
  const ada = await viewer('ada');
  const { id } = await write(ada, path, 'Start');
  const reply = await write(ada, path, 'Slip', id);
  await write(ada, path, 'Goes on', id);
  await ok(ada, 'DELETE', `${path}/${reply.id}`);
  assert.deepEqual(saidIn(await list(ada, path)), [['Start', '', 'Goes on']]);
  await refused(ada, ['POST', path, { body: 'x', parentId: reply.id }], [404, 'comment_not_found']);
});

test('a reply takes no reply, and a thread no more than it may have', async () => {
  const { path } = await makeDashboard();
  const ada = await viewer('ada');
  const { id } = await write(ada, path, 'Start');
  const reply = await write(ada, path, 'Reply', id);
  await refused(ada, ['POST', path, { body: 'x', parentId: reply.id }], [400, 'comment_is_reply']);
  await testApp.database.pool.query(
    `insert into dashboard_comments (dashboard_id, embed_tenant_id, parent_id, embed_user_id, body)
     select dashboard_id, embed_tenant_id, parent_id, embed_user_id, 'reply ' || n
     from dashboard_comments, generate_series(3, $2) n where id = $1`,
    [reply.id, limits.MAX_THREAD_REPLIES],
  );
  const parentId = id;
  const both = await Promise.all([1, 2, 3].map(() => send(ada, 'POST', path, { body: 'Last', parentId })));
  assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 409, 409]);
  await refused(ada, ['POST', path, { body: 'x', parentId }], [409, 'comment_thread_full']);
  const other = await write(ada, path, 'Another thread');
  await testApp.database.pool.query(
    `insert into dashboard_comments (dashboard_id, embed_tenant_id, parent_id, embed_user_id, body)
     select dashboard_id, embed_tenant_id, $2, embed_user_id, 'copy'
     from dashboard_comments, generate_series(1, $3) n where id = $1`,
    [id, other.id, limits.MAX_THREAD_REPLIES],
  );
  for (let count = 0; count < 3; count += 1) await write(ada, path, `Thread ${count}`);
  assert.equal((await list(ada, path)).items.length, 5);
  // Two more long ones, so that a page is full of comments before it is full of threads.
  await testApp.database.pool.query(
    `insert into dashboard_comments (dashboard_id, embed_tenant_id, parent_id, embed_user_id, body)
     select dashboard_id, embed_tenant_id, id, embed_user_id, 'copy'
     from dashboard_comments, generate_series(1, $2) n
     where parent_id is null and body like 'Thread %' and dashboard_id = (select dashboard_id from dashboard_comments where id = $1)`,
    [id, limits.MAX_THREAD_REPLIES],
  );
  const found: number[] = [];
  let pages = 0;
  for (let after = ''; ; pages += 1) {
    const { items, pageInfo } = await list(ada, path, `?first=50${after}`);
    assert.ok(
      items.slice(0, -1).reduce((sum, { replies }) => sum + 1 + replies.length, 0) <
        limits.MAX_COMMENTS_OF_PAGE,
    );
    found.push(...items.map(({ root }) => root.id));
    if (!pageInfo.hasNextPage) break;
    after = `&after=${pageInfo.endCursor}`;
  }
  assert.deepEqual([found.length, new Set(found).size, pages], [5, 5, 1]);
});

test('mentions are found by username, the longest that there is, and only in the embed tenant', async () => {
  const { path } = await makeDashboard();
  const ada = await viewer('ada', 'mentions');
  await viewer('ada lovelace', 'mentions');
  await viewer('grace', 'mentions', { email: 'Grace@example.com', userProfile: { displayName: 'Grace' } });
  await viewer('zoe', 'rival');
  const mentionsOf = async (body: string) =>
    (await write(ada, path, body)).mentions?.map(({ username }) => username);
  assert.deepEqual(await mentionsOf('@ada look'), ['ada']);
  assert.deepEqual(await mentionsOf('See (@ADA Lovelace), and @grace@example.com.'), [
    'ada lovelace',
    'Grace@example.com',
  ]);
  for (const body of ['mail to x@ada', '@adam', '@zoe', '@', '@@', '@\nada', 'no one', '@ada_l'])
    assert.deepEqual(await mentionsOf(body), [], body);
  assert.deepEqual(await mentionsOf("@ada's and @ada"), ['ada']);
  const { id } = await write(ada, path, 'For @ada');
  const edited = await ok<EmbedDashboardCommentDto>(ada, 'PATCH', `${path}/${id}`, { body: '@ada lovelace' });
  assert.deepEqual(
    edited.mentions?.map(({ username }) => username),
    ['ada lovelace'],
  );
});

test('who can be mentioned is listed by username, in pages, and searched by name, address or external id', async () => {
  const { path } = await makeDashboard();
  const ada = await viewer('ada', 'people');
  await viewer('bob', 'people', { email: 'a-bob@example.com' });
  await viewer('100%', 'people');
  await viewer('u-48213', 'people', { userProfile: { displayName: 'Grace Höpper' } });
  await viewer('passing', 'people', { isEphemeral: true });
  const names = async (query: string) =>
    (await ok<EmbedMentionableUsersListResponse>(ada, 'GET', `${path}/mentionable-users${query}`)).items.map(
      ({ username }) => username,
    );
  assert.deepEqual(await names(''), ['100%', 'a-bob@example.com', 'ada', 'u-48213']);
  assert.deepEqual(await names(`?search=${encodeURIComponent('grace hö')}`), ['u-48213']);
  assert.deepEqual(await names('?search=gr'), ['u-48213']);
  assert.deepEqual(await names('?search=BOB@'), ['a-bob@example.com']);
  assert.deepEqual(await names('?search=bob'), ['a-bob@example.com']);
  assert.deepEqual(await names('?search=0%25'), ['100%']);
  assert.deepEqual(await names('?search=%25%25%25'), []);
  const one = await ok<EmbedMentionableUsersListResponse>(ada, 'GET', `${path}/mentionable-users?first=2`);
  assert.deepEqual(await names(`?after=${one.pageInfo.endCursor}`), ['ada', 'u-48213']);
});

test('a body is text of 1 to 10,000 characters, stored as it was written', async () => {
  const { path } = await makeDashboard();
  const ada = await viewer('ada');
  const hostile = `<script>alert(1)</script>\n'; drop table users; -- {{=1}} \u202e🦉`;
  const { id, body } = await write(ada, path, hostile);
  assert.equal(body, hostile);
  assert.equal((await write(ada, path, 'x'.repeat(10_000))).body.length, 10_000);
  for (const [bad, ...rest] of [
    [{ body: '' }],
    [{ body: ' \n\t' }],
    [{ body: '\u200b\u2060\ufeff' }],
    [{ body: '\u3164 \u115f\u2800' }],
    [{ body: '\u0301\ufe0f' }],
    [{ body: 'x'.repeat(10_001) }],
    [{ body: 7 }],
    [{ body: null }],
    [{}],
    [[]],
    [{ body: 'x', authorId: 1 }],
    [{ body: 'x', userId: 1 }],
    [{ body: 'x', parentId: '1' }],
    [{ body: 'x', parentId: 1.5 }],
    [{ body: 'x', parentId: -1 }],
  ] as [unknown][]) {
    assert.deepEqual(rest, []);
    await refused(ada, ['POST', path, bad], [400, 'validation_failed']);
  }
  for (const short of ['👍🏽', '.', '️1️⃣', '한', 'é']) assert.equal((await write(ada, path, short)).body, short);
  await refused(ada, ['PATCH', `${path}/${id}`, { body: '\u200b' }], [400, 'validation_failed']);
  await refused(ada, ['POST', path, { body: 'a\0b' }], [400, 'validation_failed']);
  for (const parentId of [0, 2 ** 31, 2 ** 53])
    await refused(ada, ['POST', path, { body: 'x', parentId }], [404, 'comment_not_found']);
  for (const missing of [0, 2 ** 31, 2 ** 53, 999_999])
    await refused(ada, ['PATCH', `${path}/${missing}`, { body: 'x' }], [404, 'comment_not_found']);
  for (const odd of ['-1', '1.5', 'abc', '%00'])
    assert.equal((await send(ada, 'DELETE', `${path}/${odd}`)).statusCode, 400, odd);
  await refused(ada, ['POST', `${path}/${id}/resolve`, { resolved: 'yes' }], [400, 'validation_failed']);
  await refused(ada, ['GET', `${path}?first=0`], [400, 'validation_failed']);
  await refused(ada, ['GET', `${path}?after=x`], [400, 'invalid_cursor']);
});

test('of edits at the same time one stays whole, and none brings a deleted comment back', async () => {
  const { path } = await makeDashboard();
  const [ada, again] = [await viewer('ada'), await viewer('ada')];
  const { id } = await write(ada, path, 'Start');
  const bodies = Array.from({ length: 8 }, (_, index) => `Edit ${index}`);
  const edits = await Promise.all(
    bodies.map((body, index) => send(index % 2 ? ada : again, 'PATCH', `${path}/${id}`, { body })),
  );
  assert.deepEqual(
    edits.map(({ statusCode }) => statusCode),
    bodies.map(() => 200),
  );
  const [thread] = (await list(ada, path)).items;
  assert.ok(bodies.includes(thread?.root.body ?? ''), thread?.root.body);

  await write(ada, path, 'Reply', id);
  const mixed = await Promise.all([
    ...bodies.map((body) => send(ada, 'PATCH', `${path}/${id}`, { body })),
    send(again, 'DELETE', `${path}/${id}`),
    ...bodies.map((body) => send(again, 'POST', path, { body, parentId: id })),
  ]);
  for (const { statusCode, body } of mixed) assert.ok([200, 204, 404].includes(statusCode), body);
  const [left] = (await list(ada, path)).items;
  assert.deepEqual([left?.root.body, left?.root.removedAt !== null], ['', true]);
});

test('replies and deletions of the last comment at the same time lose no reply', async () => {
  const { path } = await makeDashboard();
  const [ada, bob] = [await viewer('ada'), await viewer('bob')];
  for (let round = 0; round < 5; round += 1) {
    const { id } = await write(ada, path, 'Going');
    const [removed, replied] = await Promise.all([
      send(ada, 'DELETE', `${path}/${id}`),
      send(bob, 'POST', path, { body: 'Reply', parentId: id }),
    ]);
    assert.equal(removed.statusCode, 204, removed.body);
    const thread = (await list(bob, path)).items.find(({ root }) => root.id === id);
    if (replied.statusCode === 200) assert.equal(thread?.replies[0]?.body, 'Reply');
    else assert.deepEqual([replied.statusCode, thread], [404, undefined]);
  }
});

test('what a viewer has written stays without a name when the viewer goes, and goes with the embed tenant', async () => {
  const { path } = await makeDashboard();
  const [ada, bob] = [await viewer('ada', 'leaving'), await viewer('bob', 'leaving')];
  const { id, userId } = await write(ada, path, 'I was here');
  await ok(ada, 'POST', `${path}/${id}/resolve`, { resolved: true });
  await testApp.database.pool.query('delete from embed_users where id = $1', [userId]);
  const [thread] = (await list(bob, path, '?resolvedOnly=true')).items;
  assert.deepEqual(
    [thread?.root.body, thread?.root.userId, thread?.root.author, thread?.resolvedBy],
    ['I was here', null, null, null],
  );
  await refused(bob, ['DELETE', `${path}/${id}`], [403, 'forbidden']);
  await testApp.call({ method: 'DELETE', path: '/api/v1/embed-tenants/leaving' });
  const { rows } = await testApp.database.pool.query('select 1 from dashboard_comments where id = $1', [id]);
  assert.deepEqual(rows, []);
});

test('a workbook that is deleted and restored has its comments again', async () => {
  const { path, workbookId } = await makeDashboard();
  const ada = await viewer('ada');
  const { id } = await write(ada, path, 'Before');
  await write(ada, path, 'Reply', id);
  await calls.ok('DELETE', `/workbooks/${workbookId}`);
  await refused(ada, ['GET', path], [404, 'dashboard_not_found']);
  const { items } = await calls.ok<{ items: { id: number }[] }>('GET', '/workspace/trash?first=1');
  await calls.ok('POST', `/workspace/trash/${items[0]?.id}/restore`);
  assert.deepEqual(saidIn(await list(ada, path)), [['Before', 'Reply']]);
});
