import type {
  BulkDeleteWorkspaceObjectsPayload,
  TrashedItem,
  UndoWorkspaceChangeResponse,
} from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compareFolderCounts } from '../../test/data/folder-counts.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  type Person,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

interface Item {
  readonly type: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  readonly id: number;
}

/** Two applications with the same workspace, ids included: one changes items together, the other one by one. */
interface World {
  readonly app: TestApp;
  readonly calls: WorkspaceCalls;
  readonly person: Person;
}

const RUNS = 25;
const NOWHERE = 999_999;
const paths = { FOLDER: 'folders', WORKBOOK: 'workbooks', REPORT: 'reports' } as const;

async function makeWorld(): Promise<World> {
  const app = await createTestApp();
  const calls = createWorkspaceCalls(app);
  return { app, calls, person: await calls.makePerson() };
}

let together: World;
let apart: World;
before(async () => {
  [together, apart] = await Promise.all([makeWorld(), makeWorld()]);
});
after(() => Promise.all([together.app.close(), apart.app.close()]));

/** Of each item the place in the list of the folder that it is in, and the level that the person is given on it. */
const folders = [
  { above: undefined, level: 3 },
  { above: 0, level: undefined },
  { above: 1, level: undefined },
  { above: 0, level: 1 },
  { above: undefined, level: undefined },
  { above: 4, level: 3 },
  { above: 5, level: 2 },
] as const;
const workbooks = [
  { folder: 1, level: undefined },
  { folder: 2, level: undefined },
  { folder: 4, level: 3 },
  { folder: 6, level: undefined },
  { folder: undefined, level: 2 },
] as const;
const reports = [
  { workbook: 0, level: undefined },
  { workbook: 0, level: 1 },
  { workbook: 2, level: undefined },
  { workbook: 3, level: 3 },
  { folder: 1, level: undefined },
  { folder: 2, level: undefined },
  { folder: 4, level: 3 },
  { folder: 4, level: 1 },
  { folder: 6, level: undefined },
  { folder: undefined, level: 3 },
] as const;
const COUNT = folders.length + workbooks.length + reports.length;

/** Makes the items of a run, with which nothing of an earlier one has to do; the last is not there. */
async function makeItems({ calls, person }: World, run: number): Promise<readonly Item[]> {
  const made: Record<Item['type'], number[]> = { FOLDER: [], WORKBOOK: [], REPORT: [] };
  const add = async (type: Item['type'], body: object, level: 1 | 2 | 3 | undefined) => {
    const { id } = await calls.ok('POST', `/${paths[type]}`, { body });
    if (level) await calls.grant(type, id, person.id, level);
    made[type].push(id);
  };
  const at = (type: Item['type'], index: number | undefined) =>
    index === undefined ? null : (made[type][index] ?? null);
  for (const [index, { above, level }] of folders.entries())
    await add('FOLDER', { name: `Folder ${run} ${index}`, parentId: at('FOLDER', above) }, level);
  for (const [index, { folder, level }] of workbooks.entries())
    await add('WORKBOOK', { name: `Workbook ${index}`, folderId: at('FOLDER', folder) }, level);
  for (const [index, { level, ...place }] of reports.entries()) {
    const location =
      'workbook' in place
        ? { workbookId: at('WORKBOOK', place.workbook) }
        : { folderId: at('FOLDER', place.folder) };
    await add('REPORT', { name: `Report ${index}`, ...location }, level);
  }
  const all = Object.entries(made).flatMap(([type, ids]) => ids.map((id) => ({ type, id }) as Item));
  return [...all, { type: 'REPORT', id: NOWHERE }];
}

/** What is done with the items of a run. */
interface Change {
  readonly isAdministrator: boolean;
  readonly isKeyed: boolean;
  /** Places in the list of items. */
  readonly chosen: readonly number[];
  readonly isUndone: boolean;
  /** A folder with the name of a deleted one is made before the undo. */
  readonly isNameTaken: boolean;
}

const change: fc.Arbitrary<Change> = fc.record({
  isAdministrator: fc.boolean(),
  isKeyed: fc.boolean(),
  chosen: fc.uniqueArray(fc.noBias(fc.nat({ max: COUNT })), { minLength: 1, maxLength: COUNT }),
  isUndone: fc.boolean(),
  isNameTaken: fc.boolean(),
});

/** What a run changes, and how: each way answers which items were changed, and what the others were refused with. */
interface Ways {
  readonly remove: (world: World, items: readonly Item[], change: Change) => Promise<unknown>;
  readonly restore: (world: World, change: Change) => Promise<unknown>;
}

const callerOf = ({ person }: World, { isAdministrator }: Change) =>
  isAdministrator ? {} : { key: person.key };

const headersOf = ({ isKeyed }: Change) =>
  isKeyed ? { headers: { 'idempotency-key': crypto.randomUUID() } } : {};

/** Sends a bulk request; one with a key is sent twice, and answers the same again. */
async function ask<T>(world: World, path: string, change: Change, body?: object): Promise<T> {
  const call = { ...callerOf(world, change), ...headersOf(change), ...(body && { body }) };
  const answer = await world.calls.ok<T>('POST', path, call);
  if (change.isKeyed) assert.deepEqual(await world.calls.ok<T>('POST', path, call), answer);
  return answer;
}

const named = (items: readonly { type?: string | null; id: number; name?: string }[]) =>
  items.map(({ type, id, name }) => [type, id, name]);

let undoId: string | undefined;
const atOnce: Ways = {
  async remove(world, items, change) {
    const path = '/workspace/bulk-delete';
    const answer = await ask<BulkDeleteWorkspaceObjectsPayload>(world, path, change, { items });
    undoId = answer.undoId;
    return [answer.deleted, answer.failed];
  },
  async restore(world, change) {
    if (undoId === undefined) return [[], []];
    const path = `/workspace/undo/${undoId}`;
    const { restored, failed } = await ask<UndoWorkspaceChangeResponse>(world, path, change);
    return [named(restored), failed];
  },
};

interface Problem {
  readonly message: string;
}

/** A refusal of a single operation, as a bulk operation says it. */
const failureOf = ({ type, id }: Item, answer: { statusCode: number; json(): unknown }) => ({
  type,
  id,
  error: { status: answer.statusCode, message: (answer.json() as Problem).message },
});

let trashed: readonly Item[] = [];
const oneByOne: Ways = {
  async remove(world, items, change) {
    const [deleted, failed]: [Item[], object[]] = [[], []];
    for (const item of items) {
      const path = `/${paths[item.type]}/${item.id}`;
      const answer = await world.calls.call('DELETE', path, callerOf(world, change));
      if (answer.statusCode < 300) deleted.push(item);
      else failed.push(failureOf(item, answer));
    }
    trashed = deleted;
    return [deleted, failed];
  },
  async restore(world, change) {
    const { items } = await world.calls.ok<{ items: TrashedItem[] }>('GET', '/workspace/trash?first=1000');
    const [restored, failed]: [{ type?: string | null; id: number }[], object[]] = [[], []];
    for (const item of trashed.toReversed()) {
      const entry = items.find(({ type, itemId }) => type === item.type && itemId === item.id);
      const path = `/workspace/trash/${entry?.id}/restore`;
      const answer = await world.calls.call('POST', path, callerOf(world, change));
      if (answer.statusCode < 300) restored.push(answer.json());
      else failed.push(failureOf(item, answer));
    }
    return [named(restored), failed];
  },
};

/** What both must come to: rows without their times and random names, and what the audit log says in order. */
async function stateOf({ app: { database } }: World): Promise<unknown> {
  const read = async (text: string) => (await database.pool.query<object>(text)).rows;
  const { kept, counted } = await compareFolderCounts(database.pool);
  assert.deepEqual(kept, counted);
  const rowsOf = (table: string) =>
    read(
      `select to_jsonb(t) - '{created_at,updated_at,public_id}'::text[] as row from ${table} t order by t.id`,
    );
  const rows = await Promise.all(Object.values(paths).map(rowsOf));
  const entries = (order: string) =>
    read(`select action, resource, resource_id, before - '{public_id,created_at,updated_at}'::text[] as before,
      after - '{public_id,created_at,updated_at}'::text[] as after, caller ->> 'userId' as by
      from audit_entries order by ${order}`);
  return {
    rows,
    kept,
    trash:
      await read(`select item_type, item_id, name, folder_id, owner_id, deleted_by, content -> 'links' as links,
      (select jsonb_object_agg(key, case jsonb_typeof(value) when 'array' then jsonb_array_length(value) else 0 end)
       from jsonb_each(content -> 'rows')) as counts from trash order by id`),
    grants: await read('select resource_type, resource_id, subject_id, level from grants order by 1, 2, 3'),
    entries: await entries('resource, resource_id, id'),
  };
}

test('items that are deleted and brought back together become what those are that are changed one by one', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(change, async (each) => {
      run += 1;
      const outcomes = [];
      for (const [world, ways] of [
        [together, atOnce],
        [apart, oneByOne],
      ] as const) {
        const items = await makeItems(world, run);
        const chosen = each.chosen.flatMap((index) => items[index] ?? []);
        const outcome = [await ways.remove(world, chosen, each)];
        // Refused where neither the folder nor the one above it was deleted.
        const taken = { name: `Folder ${run} 3`, parentId: items[0]?.id };
        if (each.isNameTaken) await world.calls.call('POST', '/folders', { body: taken });
        if (each.isUndone) outcome.push(await ways.restore(world, each));
        outcomes.push(outcome);
      }
      assert.deepEqual(outcomes[0], outcomes[1]);
      assert.deepEqual(await stateOf(together), await stateOf(apart));
    }),
    // What one run has left is where the next begins, so none can be left out.
    { numRuns: RUNS, endOnFailure: true },
  );
});
