import type { WorkspaceConnectionResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const feed = (query: string, key?: string) =>
  calls.ok<WorkspaceConnectionResponse>('GET', `/workspace?${query}`, key === undefined ? {} : { key });
const names = async (query: string, key?: string) => (await feed(query, key)).items.map(({ name }) => name);

/** The names of all pages of one item each. */
async function pagedNames(query: string): Promise<string[]> {
  const paged: string[] = [];
  let after = '';
  for (;;) {
    const page = await feed(`${query}&first=1${after}`);
    paged.push(...page.items.map(({ name }) => name ?? ''));
    if (!page.pageInfo.hasNextPage) return paged;
    after = `&after=${page.pageInfo.endCursor}`;
  }
}

test('the feed shows folders first, then the rest in order, and finds parts of names anywhere', async () => {
  const { id: folderId } = await calls.makeFolder('Feed');
  await calls.makeFolder('zebra', folderId);
  await calls.makeWorkbook('Alpha', folderId);
  await calls.makeReport({ name: 'beta 100%', folderId });
  const inFolder = `folderId=${folderId}`;
  assert.deepEqual(await names(inFolder), ['zebra', 'Alpha', 'beta 100%']);
  assert.deepEqual(await names(`${inFolder}&orderByField=name&orderByDirection=DESC`), [
    'zebra',
    'beta 100%',
    'Alpha',
  ]);
  assert.deepEqual(await names(`${inFolder}&types=REPORT&types=WORKBOOK`), ['Alpha', 'beta 100%']);
  assert.deepEqual(await names('search=100%25'), ['beta 100%']);
  assert.deepEqual(await names('search=0%25%25'), []);
});

test('in every order, pages follow each other without gaps or repeats', async () => {
  const { id: folderId } = await calls.makeFolder('Paged feed');
  for (const name of ['b folder', 'A folder']) await calls.makeFolder(name, folderId);
  for (const name of ['same', 'Same', 'other']) {
    const workbook = await calls.makeWorkbook(name, folderId);
    const report = await calls.makeReport({ name, folderId });
    await calls.ok('GET', `/reports/${report.id}`);
    if (name === 'other') await calls.ok('GET', `/workbooks/${workbook.id}`);
  }
  for (const field of ['name', 'created_at', 'updated_at', 'viewer_last_viewed_at'])
    for (const direction of ['ASC', 'DESC']) {
      const query = `folderId=${folderId}&orderByField=${field}&orderByDirection=${direction}`;
      const whole = (await feed(query)).items.map(({ name }) => name);
      assert.equal(whole.length, 8);
      assert.deepEqual(whole.slice(0, 2), ['A folder', 'b folder']);
      assert.deepEqual(await pagedNames(query), whole, query);
    }
});

test('folders that lead to something visible are shown for navigation, without their other content', async () => {
  const outer = await calls.makeFolder('Way');
  const inner = await calls.makeFolder('There', outer.id);
  await calls.makeReport({ name: 'Beside', folderId: outer.id });
  const report = await calls.makeReport({ name: 'Goal', folderId: inner.id });
  const { id, key } = await calls.makePerson('Viewer');
  await calls.grant('REPORT', report.id, id, 1);
  assert.deepEqual(await names('', key), ['Way']);
  assert.deepEqual(await names(`folderId=${outer.id}`, key), ['There']);
  assert.deepEqual(await names(`folderId=${inner.id}`, key), ['Goal']);
});

test('names are in the same order in the list and in the tree, page by page', async () => {
  const folder = await calls.makeFolder('Names of any case');
  for (const name of ['b', 'A', 'a', 'C', 'B', 'c']) await calls.makeReport({ name, folderId: folder.id });
  const walk = async (path: string) => {
    const names: string[] = [];
    for (let after = ''; ;) {
      const { items, pageInfo } = await calls.ok<WorkspaceConnectionResponse>(
        'GET',
        `${path}&first=2${after}`,
      );
      names.push(...items.map(({ name }) => name));
      if (!pageInfo?.hasNextPage) return names.join(' ');
      after = `&after=${pageInfo.endCursor}`;
    }
  };
  for (const direction of ['ASC', 'DESC']) {
    const listed = await walk(`/reports?folderId=${folder.id}&sortBy=name&sortDirection=${direction}`);
    const tree = `/workspace?folderId=${folder.id}&orderByField=name&orderByDirection=${direction}`;
    assert.equal(listed, await walk(tree));
    assert.equal(listed.toLowerCase(), direction === 'ASC' ? 'a a b b c c' : 'c c b b a a');
  }
});
