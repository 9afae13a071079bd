import type { BulkMoveWorkspaceObjectsResponse, Workbook } from '@oriel/contract';
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

/** Two applications with the same workspace, ids included: one moves items together, the other one by one. */
interface World {
  readonly app: TestApp;
  readonly calls: WorkspaceCalls;
  readonly person: Person;
  readonly folders: number[];
  readonly workbooks: number[];
  readonly reports: number[];
}

const FOLDERS = 14;
const WORKBOOKS = 6;
const REPORTS = 14;
const RUNS = 120;

async function makeWorld(): Promise<World> {
  const app = await createTestApp();
  const calls = createWorkspaceCalls(app);
  const person = await calls.makePerson();
  const folders: number[] = [];
  const workbooks: number[] = [];
  const reports: number[] = [];
  // The person owns some, is given some to manage, edit or read, and sees nothing of the rest.
  const share = async (type: 'FOLDER' | 'WORKBOOK' | 'REPORT', id: number, index: number) => {
    const level = ([undefined, 3, 2, 1] as const)[index % 4];
    if (level) await calls.grant(type, id, person.id, level);
  };
  for (let index = 0; index < FOLDERS; index += 1) {
    const parentId = index % 4 === 0 ? null : folders[index >> 1];
    const { id } = await calls.makeFolder(`Folder ${index}`, parentId);
    folders.push(id);
    await share('FOLDER', id, index);
  }
  for (let index = 0; index < WORKBOOKS; index += 1) {
    const { id } = await calls.makeWorkbook(`Workbook ${index}`, index % 2 ? folders[index] : null);
    workbooks.push(id);
    if (index > 2) await share('WORKBOOK', id, index);
  }
  for (let index = 0; index < REPORTS; index += 1) {
    const workbookId = index % 5 === 4 ? workbooks[0] : undefined;
    const key = workbookId === undefined && index % 4 === 0 ? person.key : undefined;
    const folderId = workbookId === undefined && key === undefined ? folders[index] : undefined;
    const { id } = await calls.makeReport({ name: `Report ${index}`, workbookId, folderId }, key);
    reports.push(id);
    if (index > 8) await share('REPORT', id, index);
  }
  // Some have one name, which they may while they are apart.
  await app.database.pool.query("update folders set name = 'Twin' where id = any($1)", [
    [folders[4], folders[5], folders[9]],
  ]);
  return { app, calls, person, folders, workbooks, reports };
}

let together: World;
let apart: World;
before(async () => {
  [together, apart] = await Promise.all([makeWorld(), makeWorld()]);
});
after(() => Promise.all([together.app.close(), apart.app.close()]));

interface Move {
  readonly isAdministrator: boolean;
  /** Past the end: the root, and what is not there. */
  readonly to: number;
  readonly items: readonly { readonly type: 'FOLDER' | 'WORKBOOK' | 'REPORT'; readonly index: number }[];
}

const move: fc.Arbitrary<Move> = fc.record({
  isAdministrator: fc.boolean(),
  to: fc.noBias(fc.nat({ max: FOLDERS + 2 })),
  items: fc.array(
    fc.record({
      type: fc.constantFrom('FOLDER', 'FOLDER', 'WORKBOOK', 'REPORT', 'REPORT'),
      index: fc.noBias(fc.nat({ max: FOLDERS })),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

const NOWHERE = 999_999;

function requestOf({ folders, workbooks, reports, person }: World, { isAdministrator, to, items }: Move) {
  const ids = { FOLDER: folders, WORKBOOK: workbooks, REPORT: reports };
  const folderId = to > FOLDERS ? null : (folders[to] ?? NOWHERE);
  return {
    folderId,
    items: items.map(({ type, index }) => ({ type, id: ids[type][index] ?? NOWHERE })),
    caller: isAdministrator ? {} : { key: person.key },
  };
}

/** What became of each item, by type and id. */
type Answers = Map<string, unknown>;

async function moveTogether(world: World, made: Move): Promise<Answers> {
  const { folderId, items, caller } = requestOf(world, made);
  const { moved, failed } = await world.calls.ok<BulkMoveWorkspaceObjectsResponse>(
    'POST',
    '/workspace/bulk-move',
    { ...caller, body: { folderId, items } },
  );
  const answers: Answers = new Map();
  for (const item of moved) answers.set(`${item.type} ${item.id}`, shown(item));
  for (const { type, id, error } of failed) answers.set(`${type} ${id}`, [error.status, error.message]);
  return answers;
}

async function moveApart(world: World, made: Move): Promise<Answers> {
  const { folderId, items, caller } = requestOf(world, made);
  const answers: Answers = new Map();
  for (const item of items) {
    if (answers.has(`${item.type} ${item.id}`)) continue;
    const body = { ...item, folderId };
    const answer = await world.calls.call('POST', '/workspace/move', { ...caller, body });
    const said = answer.json() as Workbook & { status: number; message: string };
    const refused = [said.status, said.message];
    answers.set(`${item.type} ${item.id}`, answer.statusCode === 200 ? shown(said) : refused);
  }
  return answers;
}

/** What does not depend on when it is read. */
function shown({ name, folderId, userId, meta }: Workbook) {
  return { name, folderId, userId, meta };
}

async function stateOf({ app }: World): Promise<unknown> {
  const read = async (text: string) => (await app.database.pool.query<object>(text)).rows;
  const { kept, counted } = await compareFolderCounts(app.database.pool);
  assert.deepEqual(kept, counted);
  return {
    folders: await read(
      'select id, name, parent_id, path, updated_by = user_id as by_owner from folders order by id',
    ),
    workbooks: await read('select id, folder_id from workbooks order by id'),
    reports: await read('select id, folder_id, workbook_id from reports order by id'),
    kept,
    // The first entries are those of what the workspace was made with.
    entries: await read(
      `select action, resource, resource_id, before, after, caller ->> 'userId' as by, tenant_id, deployment_id from audit_entries
       where action = 'updated' order by resource, resource_id, id`,
    ),
  };
}

test('a bulk move answers, changes and tells the audit log what the same single moves in order do', async () => {
  await fc.assert(
    fc.asyncProperty(move, async (made) => {
      const answers = await moveTogether(together, made);
      const expected = await moveApart(apart, made);
      assert.deepEqual(
        new Map([...answers].sort(([a], [b]) => (a < b ? -1 : 1))),
        new Map([...expected].sort(([a], [b]) => (a < b ? -1 : 1))),
      );
      assert.deepEqual(await stateOf(together), await stateOf(apart));
    }),
    // What one move has left is where the next begins, so none can be left out.
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('an item is moved by the rights that the moves before it have left', async () => {
  for (const isFolderFirst of [true, false]) {
    const outcomes = [];
    for (const [world, run] of [
      [together, (body: object) => bulkMove(together, body)],
      [apart, (body: object) => oneByOne(apart, body as Parameters<typeof oneByOne>[1])],
    ] as const) {
      const { calls, person } = world;
      const managed = await calls.makeFolder(crypto.randomUUID());
      const edited = await calls.makeFolder(crypto.randomUUID());
      await calls.grant('FOLDER', managed.id, person.id, 3);
      await calls.grant('FOLDER', edited.id, person.id, 2);
      const folder = { type: 'FOLDER', id: (await calls.makeFolder('Within', managed.id)).id };
      const report = { type: 'REPORT', id: (await calls.makeReport({ folderId: folder.id })).id };
      const workbook = { type: 'WORKBOOK', id: (await calls.makeWorkbook('Also within', folder.id)).id };
      const placed = [report, workbook];
      const items = isFolderFirst ? [folder, ...placed] : [...placed, folder];
      outcomes.push(await run({ items, folderId: edited.id }));
    }
    const expected = isFolderFirst ? [200, 403, 403] : [200, 200, 200];
    assert.deepEqual(outcomes, [expected, expected]);
  }
});

/** The status of each item. */
async function bulkMove({ calls, person }: World, body: object): Promise<number[]> {
  const { moved, failed } = await calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', {
    key: person.key,
    body,
  });
  return [...moved.map(() => 200), ...failed.map(({ error }) => error.status)];
}

async function oneByOne(
  { calls, person }: World,
  { items, folderId }: { items: readonly object[]; folderId: number },
): Promise<number[]> {
  const statuses: number[] = [];
  for (const item of items) {
    const body = { ...item, folderId };
    statuses.push((await calls.call('POST', '/workspace/move', { key: person.key, body })).statusCode);
  }
  return statuses;
}

test('rows that another transaction holds are moved one by one, as the others are', async () => {
  const { app, calls, reports } = together;
  const { id: folderId } = await calls.makeFolder('Past a held row');
  const items = reports.slice(0, 3).map((id) => ({ type: 'REPORT', id }));
  const holder = await app.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from reports where id = $1 for update', [reports[1]]);
  const moving = calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', {
    body: { items, folderId },
  });
  // The first is moved while the second is held.
  for (;;) {
    const { rows } = await app.database.pool.query<{ folderId: number | null }>(
      'select folder_id from reports where id = $1',
      [reports[0]],
    );
    if (rows[0]?.folderId === folderId) break;
  }
  await holder.query('rollback');
  holder.release();
  const { moved, failed } = await moving;
  assert.deepEqual([moved.map(({ id }) => id), failed], [items.map(({ id }) => id), []]);
});
