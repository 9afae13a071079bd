import type { PageInfo } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../test/index.ts';

let app: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
  for (const name of ['First', 'Second', 'Third']) {
    await calls.makeFolder(name);
    await calls.makeWorkbook(name);
    await calls.makeReport({ name });
    await app.build.deployment({ tenantId: app.tenantId });
  }
});
after(() => app.close());

interface Listed {
  items: { id: number; type?: string }[];
  pageInfo: PageInfo;
}

async function read(path: string): Promise<Listed & { status: number; code?: string }> {
  const url = path.startsWith('/api/') ? path : `/api/v1/deployments/${app.deploymentId}${path}`;
  const answer = await app.call({ method: 'GET', path: url });
  return { status: answer.statusCode, ...(answer.json() as Listed & { code?: string }) };
}

/** Every list in each of its orders; `first` and `after` follow. */
const lists = [
  '/folders?',
  '/workbooks?',
  '/api/v1/deployments?',
  ...['name', 'createdAt', 'updatedAt'].flatMap((field) =>
    ['ASC', 'DESC'].map((direction) => `/reports?sortBy=${field}&sortDirection=${direction}&`),
  ),
  ...['name', 'created_at', 'updated_at', 'viewer_last_viewed_at'].flatMap((field) =>
    ['ASC', 'DESC'].map((direction) => `/workspace?orderByField=${field}&orderByDirection=${direction}&`),
  ),
];

test('pages of each list follow each other without gaps or repeats', async () => {
  for (const list of lists) {
    const whole = await read(list);
    assert.ok(whole.items.length >= 3, list);
    const paged: Listed['items'] = [];
    let cursor = '';
    for (;;) {
      const page = await read(`${list}first=2${cursor}`);
      paged.push(...page.items);
      assert.equal(page.pageInfo.hasPreviousPage, cursor !== '', list);
      if (!page.pageInfo.hasNextPage) break;
      cursor = `&after=${page.pageInfo.endCursor}`;
    }
    assert.deepEqual(
      paged.map(({ type, id }) => [type, id]),
      whole.items.map(({ type, id }) => [type, id]),
      list,
    );
  }
});

test('a cursor of another list or order is refused', async () => {
  for (const from of lists) {
    const { pageInfo } = await read(`${from}first=1`);
    for (const to of lists) {
      const { status, code } = await read(`${to}after=${pageInfo.endCursor}`);
      const expected = from === to ? [200, undefined] : [400, 'invalid_cursor'];
      assert.deepEqual([status, code], expected, `${from} ${to}`);
    }
  }
});

const isName = (part: unknown) => typeof part === 'string' && /^(first|second|third)$/i.test(part);

test('an altered cursor is refused', async () => {
  const values = [
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    1.5,
    '\0',
    'x',
    '0000-01-01T00:00:00.000Z',
    null,
    true,
    [],
    {},
  ];
  for (const list of lists) {
    const { pageInfo } = await read(`${list}first=1`);
    const cursor = pageInfo.endCursor ?? '';
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const altered = [
      ...parts.flatMap((part, index) =>
        // Any text may be the name of something, but for what no text of the database holds.
        values
          .filter((value) => !isName(part) || typeof value !== 'string' || value === '\0')
          .map((value) => parts.with(index, value)),
      ),
      parts.slice(0, -1),
      [...parts, 1],
      [],
      {},
    ].map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
    for (const after of [...altered, cursor.slice(1), 'AA', encodeURIComponent('🦉')]) {
      const { status, code } = await read(`${list}after=${after}`);
      assert.deepEqual(
        [status, code],
        [400, 'invalid_cursor'],
        `${list} ${Buffer.from(after, 'base64url').toString()}`,
      );
    }
  }
});

test('the order of last views has pages by number and refuses a cursor with the reason', async () => {
  const list = '/reports?sortBy=lastViewedAt&limit=2&';
  const pages = [await read(`${list}page=1`), await read(`${list}page=2`)];
  assert.deepEqual(
    pages.map(({ items, pageInfo }) => [
      items.length,
      pageInfo.hasNextPage,
      pageInfo.hasPreviousPage,
      pageInfo.endCursor,
    ]),
    [
      [2, true, false, null],
      [1, false, true, null],
    ],
  );
  const { pageInfo } = await read('/reports?first=1');
  const answer = await calls.call('GET', `${list}after=${pageInfo.endCursor}`);
  assert.equal(answer.statusCode, 400);
  const { code, issues } = answer.json() as { code: string; issues: { path: string; message: string }[] };
  assert.deepEqual([code, issues.map(({ path }) => path)], ['validation_failed', ['after']]);
  assert.match(issues[0]?.message ?? '', /changes with every look/);
});
