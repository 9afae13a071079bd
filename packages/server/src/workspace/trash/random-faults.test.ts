import type { TrashResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { compareFolderCounts } from '../../test/data/folder-counts.ts';

/*
 * Random deletes, restores, undos and moves of a random tree, with connections that the database ends in their middle. After each of
 * them every row of the workspace is there once, in its table or in the trash, and the numbers of folders are what can be counted.
 */
const seed = Number(process.env['ORIEL_TRASH_SEED'] ?? 2);
const STEPS = Number(process.env['ORIEL_TRASH_STEPS'] ?? 40);

type Type = 'FOLDER' | 'WORKBOOK' | 'REPORT';
interface Item {
  type: Type;
  id: number;
}

/** Numbers choose among what is there when the step is taken. */
interface Step {
  readonly kind: 'delete' | 'delete one' | 'undo' | 'restore' | 'move';
  readonly picks: readonly number[];
  /** The connection ends at the change of this row, counted from 1; null for none. */
  readonly crashAt: number | null;
  readonly isKeyed: boolean;
}

const steps: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('delete', 'delete', 'delete one', 'undo', 'restore', 'restore', 'move'),
  picks: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 6 }),
  crashAt: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 2 }),
  isKeyed: fc.boolean(),
});

let testApp: TestApp;
let calls: WorkspaceCalls;
const everything: Item[] = [];
const undoIds: string[] = [];
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
  await fill();
  await query('create sequence changed_rows');
  await query('create table crash_at (row integer)');
  await query(`create function crash() returns trigger language plpgsql as $$ begin
    if (select row from crash_at) = nextval('changed_rows') then perform pg_terminate_backend(pg_backend_pid()); end if;
    return null; end $$`);
  for (const table of ['folders', 'workbooks', 'reports', 'trash'])
    await query(
      `create trigger crash after insert or update or delete on ${table} for each row execute function crash()`,
    );
});
after(() => testApp.close());

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query<Record<string, unknown>>(text, values)).rows;
const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length];

/** Folders in folders, workbooks in them, reports in both; each shared with a user, some favourites. */
async function fill(): Promise<void> {
  const person = await calls.makePerson();
  const folders: (number | null)[] = [null];
  for (let index = 0; index < 7; index += 1) {
    const { id } = await calls.makeFolder(`Folder ${index}`, pick(folders, index * 3) ?? null);
    folders.push(id);
    everything.push({ type: 'FOLDER', id });
  }
  for (let index = 0; index < 5; index += 1) {
    const workbook = await calls.makeWorkbook(`Workbook ${index}`, pick(folders, index * 2) ?? null);
    const tab = await calls.makeReport({ name: `Tab ${index}`, workbookId: workbook.id });
    const report = await calls.makeReport({
      name: `Report ${index}`,
      folderId: pick(folders, index * 5) ?? null,
    });
    everything.push({ type: 'WORKBOOK', id: workbook.id });
    for (const { id } of [tab, report]) everything.push({ type: 'REPORT', id });
  }
  for (const { type, id } of everything) await calls.grant(type, id, person.id, 1);
  for (const { type, id } of everything.filter((_, index) => index % 3 === 0))
    await query('insert into workspace_favorites (user_id, resource_type, resource_id) values ($1, $2, $3)', [
      person.id,
      type,
      id,
    ]);
}

const tables = ['folders', 'workbooks', 'reports', 'grants', 'workspace_favorites'];
/** What names a row, whether it is in its table or in the trash. */
const nameOf = (row: string) =>
  `coalesce(${row} ->> 'id', concat_ws('/', ${row} ->> 'user_id', ${row} ->> 'resource_type', ${row} ->> 'resource_id'))`;

/** Every row that there is, wherever it is. */
async function census(): Promise<string[]> {
  const places = tables.flatMap((table) => [
    `select '${table} ' || ${nameOf('to_jsonb(t)')} as name from ${table} t`,
    `select '${table} ' || ${nameOf('r')} from trash, jsonb_array_elements(
       case jsonb_typeof(content -> 'rows' -> '${table}') when 'array' then content -> 'rows' -> '${table}' else '[]' end) r`,
  ]);
  return (await query(`${places.join(' union all ')} order by 1`)).map(({ name }) => String(name));
}

/** The workbook of each report, wherever the two are. */
const workbooksOfReports = () =>
  query(`select id, workbook_id from reports union all
    select (r ->> 'id')::integer, (r ->> 'workbook_id')::integer from trash, jsonb_array_elements(
      case jsonb_typeof(content -> 'rows' -> 'reports') when 'array' then content -> 'rows' -> 'reports' else '[]' end) r
    order by 1`);

const readTrash = async () => (await calls.ok<TrashResponse>('GET', '/workspace/trash?first=1000')).items;

/** The request of a step on what is there now; undefined where there is nothing to do. */
async function requestOf({ kind, picks }: Step) {
  const [first = 0] = picks;
  const items = [...new Set(picks.map((at) => pick(everything, at)))].filter((item) => item !== undefined);
  switch (kind) {
    case 'delete':
      return { method: 'POST', path: '/workspace/bulk-delete', body: { items } } as const;
    case 'delete one': {
      const { type, id } = pick(everything, first) ?? { type: 'REPORT', id: 0 };
      return { method: 'DELETE', path: `/${type.toLowerCase()}s/${id}` } as const;
    }
    case 'move': {
      const folders = everything.filter(({ type }) => type === 'FOLDER');
      const folderId = first % 4 === 0 ? null : (pick(folders, first)?.id ?? null);
      return { method: 'POST', path: '/workspace/bulk-move', body: { items, folderId } } as const;
    }
    case 'undo': {
      const undoId = pick(undoIds, first);
      return undoId && ({ method: 'POST', path: `/workspace/undo/${undoId}` } as const);
    }
    case 'restore': {
      const entry = pick(await readTrash(), first);
      return entry && ({ method: 'POST', path: `/workspace/trash/${entry.id}/restore` } as const);
    }
  }
}

/** Takes a step; answers with the statuses of its request and, where that was interrupted, of the next with its key. */
async function take(step: Step): Promise<number[]> {
  const request = await requestOf(step);
  if (!request) return [];
  const headers: Record<string, string> = step.isKeyed ? { 'idempotency-key': crypto.randomUUID() } : {};
  const send = async () => {
    const path = `/api/v1/deployments/${testApp.deploymentId}${request.path}`;
    const answer = await testApp.call({ ...request, path, headers });
    const { undoId } = answer.statusCode === 200 ? (answer.json() as { undoId?: string }) : {};
    if (undoId !== undefined) undoIds.push(undoId);
    return answer.statusCode;
  };
  if (step.crashAt !== null) {
    await query(`select setval('changed_rows', 1, false)`);
    await query('insert into crash_at values ($1)', [step.crashAt]);
  }
  const status = await send().finally(() => query('delete from crash_at'));
  return status >= 500 ? [status, await send()] : [status];
}

async function checkAll(expected: readonly string[], what: string): Promise<void> {
  assert.deepEqual(await census(), expected, what);
  const { kept, counted } = await compareFolderCounts(testApp.database.pool);
  assert.deepEqual(kept, counted, what);
  await calls.checkTree();
}

test('random changes with random faults lose nothing, double nothing and keep the numbers', async (context: TestContext) => {
  context.diagnostic(`seed ${seed}`);
  const expected = await census();
  const workbooks = await workbooksOfReports();
  await checkAll(expected, 'before');
  const seen = new Map<string, number>();
  for (const [index, step] of fc.sample(steps, { seed, numRuns: STEPS }).entries()) {
    const statuses = await take(step);
    await checkAll(expected, `step ${index} ${JSON.stringify(step)} ${statuses.join(' ')}`);
    const key = `${step.kind} ${statuses.join(' ')}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  context.diagnostic([...seen].map(([what, count]) => `${what}: ${count}`).join(', '));
  // A run that met no fault, or restored nothing, has shown nothing.
  assert.ok([...seen.keys()].some((key) => /50[03]/.test(key)));
  assert.ok([...seen.keys()].some((key) => key.startsWith('restore 200')));
  // A folder comes before what lay in it, which was deleted before: the last first.
  for (let left = await readTrash(); left.length > 0; left = await readTrash()) {
    const before = left.length;
    for (const { id } of left) await calls.call('POST', `/workspace/trash/${id}/restore`);
    assert.ok((await readTrash()).length < before, 'nothing can be restored');
  }
  await checkAll(expected, 'after');
  assert.deepEqual(await workbooksOfReports(), workbooks);
});
