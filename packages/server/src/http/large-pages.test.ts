import { limits, type UserAttributesListResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

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
