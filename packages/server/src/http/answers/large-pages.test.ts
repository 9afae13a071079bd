import { limits, operations, type UserAttributesListResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { columnOrder } from '../../paging/list-order.ts';
import { readPage } from '../../paging/page.ts';
import { createPageWriter } from './page-writer.ts';

/** A page of large items ends early, and the pages together are the list. */
let app: TestApp;
const COUNT = 700;
before(async () => {
  app = await createTestApp();
  // Of three bytes a character, 30 kB each and 21 MB together.
  await app.database.pool.query(
    `insert into user_attributes (tenant_id, name, type, default_value)
     select $1, 'attribute_' || n, 'string', repeat('€', $2::integer) from generate_series(1, $3::integer) n`,
    [app.tenantId, limits.MAX_DEFAULT_VALUE_LENGTH, COUNT],
  );
});
after(() => app.close());

const ask = async (query: string) => {
  const answer = await app.call({ method: 'GET', path: `/api/v1/user-attributes?${query}` });
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 200));
  return { page: answer.json<UserAttributesListResponse>(), bytes: Buffer.byteLength(answer.body) };
};

test('a page of large items ends early, says that more follow, and none is lost or comes twice', async () => {
  const ids: number[] = [];
  let pages = 0;
  for (let cursor: string | null | undefined = ''; cursor !== undefined; pages += 1) {
    const { page, bytes } = await ask(`first=1000${cursor ? `&after=${encodeURIComponent(cursor)}` : ''}`);
    // Items stand in it twice, for older clients.
    assert.ok(bytes < 2 * (limits.MAX_PAGE_BYTES + 100_000), `${bytes} bytes`);
    assert.deepEqual(page.data, page.items);
    assert.equal(page.count, COUNT);
    assert.equal(page.pageInfo?.hasPreviousPage, pages > 0);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.pageInfo?.hasNextPage ? page.pageInfo.endCursor : undefined;
  }
  assert.equal(pages, 3);
  assert.equal(ids.length, COUNT);
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((one, other) => other - one),
  );
});

test('a page that was asked to be small is as it was', async () => {
  const { page } = await ask('first=100');
  assert.equal(page.items.length, 100);
  assert.equal(page.pageInfo?.hasNextPage, true);
});

test('what is damaged in a page that ends early is told once, by its place there, and what cannot be mended is left out', async () => {
  const write = createPageWriter(operations.getUserAttributes.answers['200']?.schema ?? assert.fail());
  const made = (id: number) => ({
    id,
    name: 'region',
    type: id === 5 ? 'date' : 'string',
    displayName: id === 3 ? 5 : null,
    defaultValue: 'x'.repeat(limits.MAX_DEFAULT_VALUE_LENGTH),
  });
  const items = Array.from({ length: 1000 }, (_, id) => made(id));
  const order = columnOrder<{ id: number }>({
    list: 'made',
    alias: 'm',
    by: { id: 'integer' },
    direction: 'asc',
  });
  const { pageInfo } = await readPage({ first: 1000 }, order, async () => items);
  const told: string[] = [];
  const written = write({ items, data: items, count: 1000, pageInfo }, (damage) =>
    told.push(...damage.map(({ path }) => path)),
  );
  const page = JSON.parse(String(written)) as UserAttributesListResponse;
  assert.deepEqual(told, ['items[3].displayName', 'items[5]']);
  assert.deepEqual(
    page.items.slice(0, 5).map(({ id }) => id),
    [0, 1, 2, 3, 4],
  );
  assert.ok(page.items.length < 1000 && page.items[5]?.id === 6 && page.pageInfo?.hasNextPage);
  assert.equal(
    page.pageInfo.endCursor,
    (await readPage({ first: 1 }, order, async () => page.items.slice(-1))).pageInfo.endCursor,
  );
});
