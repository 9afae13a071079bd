import type { OperationId } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClonedRows, type ClonedRows, type RowKey } from '../test/data/cloned-rows.ts';
import type { ListedItem, ListRows } from '../test/feature-list-rows.ts';
import { createListRows, listTableRules } from '../test/list-rows.ts';
import {
  adminHeadersFor,
  createTestApp,
  createWorkspaceCalls,
  listAddresses,
  listOperations,
  makeFixturesFor,
  operationOnItem,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';
import { toColumnName, toFieldName } from '../db/column-names.ts';

interface Listed {
  items: ListedItem[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

let app: TestApp;
let calls: WorkspaceCalls;
let rows: ClonedRows;
const lists = createListRows(() => ({ app, calls }));
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
  rows = createClonedRows(app.database.db, listTableRules);
});
after(() => app.close());

/** Of the operation that is tested. */
let headers: Record<string, string>;

async function read(address: string): Promise<Listed> {
  const answer = await app.call({ method: 'GET', path: address, headers });
  assert.equal(answer.statusCode, 200, `${address} ${answer.body}`);
  return answer.json<Listed>();
}

/** The fields by which a list is sorted, as its cursors name them, as columns. */
function sortColumns({ pageInfo }: Listed): string[] {
  const [order] = JSON.parse(Buffer.from(pageInfo.endCursor ?? '', 'base64url').toString()) as [string];
  return order
    .split(' ')
    .map(toColumnName)
    .filter((column) => column !== 'id');
}

interface Change {
  kind: string;
  index: number;
}

const change = fc.record({ kind: fc.constantFrom('insert', 'rename', 'delete'), index: fc.nat() });
const script = fc.record({
  first: fc.integer({ min: 1, max: 3 }),
  /** Before each page but the first. */
  changes: fc.array(fc.array(change, { maxLength: 3 }), { minLength: 3, maxLength: 8 }),
});

/** Some lists have ids as texts. */
const keyOf = ({ table, column, value }: RowKey) => [table, column, String(value)].join(' ');

/** Makes a list of which rows come and go: copies alone, because the others hold the list itself. */
async function createChangingList(address: string, { rowOf, adopt }: ListRows) {
  const { items } = await read(`${address}first=1000`);
  const originals = items.map(rowOf);
  const copies = new Map<string, RowKey>();
  const moved = new Set<string>();
  const insert = async (index: number) => {
    const all = [...originals, ...copies.values()];
    const row = all[index % all.length];
    assert.ok(row, `${address} lists nothing`);
    const copy = await rows.clone(row);
    await adopt?.(row, copy['id']);
    const made = { ...row, value: copy[toFieldName(row.column)] };
    copies.set(keyOf(made), made);
  };
  const apply = async ({ kind, index }: Change, columns: readonly string[]) => {
    const row = [...copies.values()][index % copies.size];
    if (kind === 'insert' || !row) return insert(index);
    if (kind === 'rename') {
      // A row that goes to another place may be met there again.
      if (await rows.scramble(row, columns)) moved.add(keyOf(row));
      // One that is known by what it is sorted by is another row from now on.
      if (columns.includes(row.column)) copies.delete(keyOf(row));
      return;
    }
    await rows.remove(row);
    copies.delete(keyOf(row));
    moved.add(keyOf(row));
  };
  for (let size = items.length; size < 6; size += 1) await insert(size);
  const clear = async () => {
    for (const row of copies.values()) await rows.remove(row);
  };
  return { apply, moved, clear };
}

async function checkPaging(
  address: string,
  rowsOfList: ListRows,
  { first, changes }: { first: number; changes: Change[][] },
): Promise<void> {
  const list = await createChangingList(address, rowsOfList);
  const whole = await read(`${address}first=1000`);
  const keyOfItem = (item: ListedItem) => keyOf(rowsOfList.rowOf(item));
  const columns = sortColumns(whole);
  const met: string[] = [];
  let cursor = '';
  for (let number = 0; ; number += 1) {
    const page = await read(`${address}first=${first}${cursor}`);
    met.push(...page.items.map(keyOfItem));
    if (!page.pageInfo.hasNextPage) break;
    cursor = `&after=${page.pageInfo.endCursor}`;
    for (const each of changes[number] ?? []) await list.apply(each, columns);
  }
  const stayed = met.filter((key) => !list.moved.has(key));
  assert.equal(new Set(stayed).size, stayed.length, `${address} repeats ${stayed.join()}`);
  const missed = whole.items.map(keyOfItem).filter((key) => !list.moved.has(key) && !met.includes(key));
  assert.deepEqual(missed, [], `${address} misses rows`);
  await list.clear();
}

/** Of the addresses of a list those in its own order, and those that say both what to sort by and how. */
function isWhollyOrdered(address: string): boolean {
  // An order without cursors, and one by what no row of the list holds.
  if (/lastViewedAt|viewer_last_viewed_at/.test(address)) return false;
  const { searchParams } = new URL(address, 'http://localhost');
  return searchParams.size !== 1;
}

test('of each list it is known what its rows are', () => {
  assert.deepEqual(listOperations.map(([id]) => String(id)).sort(), Object.keys(lists).sort());
});

for (const [id, rowsOfList] of Object.entries(lists)) {
  if (typeof rowsOfList === 'string') continue;
  test(`pages of ${id} repeat and miss nothing that stays while rows come, go and move`, async () => {
    // The names are those of operations, as the test above has it.
    const operation = id as OperationId;
    const fixtures = await makeFixturesFor(operationOnItem(operation), app, calls);
    headers = await adminHeadersFor(operation, app);
    await rowsOfList.start?.(fixtures);
    const addresses = listAddresses(operation, fixtures).filter(isWhollyOrdered);
    for (const address of addresses)
      await fc.assert(
        fc.asyncProperty(script, (steps) => checkPaging(address, rowsOfList, steps)),
        { numRuns: addresses.length > 1 ? 1 : 3, endOnFailure: true },
      );
  });
}
