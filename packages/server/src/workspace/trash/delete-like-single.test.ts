import type { BulkDeleteWorkspaceObjectsPayload } from '@oriel/contract';
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

/** Two applications with the same workspace, ids included: one deletes reports together, the other one by one. */
interface World {
  readonly app: TestApp;
  readonly calls: WorkspaceCalls;
  readonly person: Person;
  readonly workbookId: number;
  readonly folders: readonly number[];
}

const REPORTS = 10;
const RUNS = 25;
const NOWHERE = 999_999;

async function makeWorld(): Promise<World> {
  const app = await createTestApp();
  const calls = createWorkspaceCalls(app);
  const person = await calls.makePerson();
  const folders = [(await calls.makeFolder('Hidden')).id, (await calls.makeFolder('Managed')).id];
  await calls.grant('FOLDER', folders[1] ?? 0, person.id, 3);
  const workbookId = (await calls.makeWorkbook('Workbook', folders[1])).id;
  return { app, calls, person, workbookId, folders };
}

let together: World;
let apart: World;
before(async () => {
  [together, apart] = await Promise.all([makeWorld(), makeWorld()]);
});
after(() => Promise.all([together.app.close(), apart.app.close()]));

/** Reports that the person may read, edit, manage or does not see, some as tabs, some marked and with grants. */
async function makeReports({ calls, person, folders, workbookId }: World): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < REPORTS; index += 1) {
    const isTab = index % 5 === 4;
    const place = isTab ? { workbookId } : { folderId: folders[index % 2] };
    const { id } = await calls.makeReport({ name: `Report ${index}`, ...place });
    if (index % 3 > 0) await calls.grant('REPORT', id, person.id, (index % 3) as 1 | 2);
    ids.push(id);
  }
  return ids;
}

interface Deletion {
  readonly isAdministrator: boolean;
  /** The last is not there. */
  readonly chosen: readonly number[];
}

const deletion: fc.Arbitrary<Deletion> = fc.record({
  isAdministrator: fc.boolean(),
  chosen: fc.array(fc.noBias(fc.nat({ max: REPORTS })), { minLength: 1, maxLength: 12 }),
});

async function deleteTogether(world: World, items: readonly object[], key: object): Promise<unknown[]> {
  const { deleted, failed } = await world.calls.ok<BulkDeleteWorkspaceObjectsPayload>(
    'POST',
    '/workspace/bulk-delete',
    { ...key, body: { items } },
  );
  return [deleted, failed];
}

async function deleteApart(world: World, items: readonly object[], key: object): Promise<unknown[]> {
  const answers = [];
  // A bulk delete of one item is a delete of its own.
  for (const item of items) answers.push(await deleteTogether(world, [item], key));
  return [answers.flatMap(([deleted]) => deleted), answers.flatMap(([, failed]) => failed)];
}

async function stateOf({ app }: World): Promise<unknown> {
  const read = async (text: string) => (await app.database.pool.query<object>(text)).rows;
  const { kept, counted } = await compareFolderCounts(app.database.pool);
  assert.deepEqual(kept, counted);
  // Times and random names differ between the two.
  const withoutTimes = `(select jsonb_object_agg(t.key,
    (select jsonb_agg(r - '{created_at,updated_at,public_id,at}'::text[])
    from jsonb_array_elements(case jsonb_typeof(t.value) when 'array' then t.value else '[]' end) r))
    from jsonb_each(content -> 'rows') t)`;
  return {
    reports: await read('select id, folder_id, workbook_id from reports order by id'),
    trash:
      await read(`select id, item_type, item_id, name, folder_id, owner_id, deleted_by, ${withoutTimes} as rows,
      content -> 'links' as links from trash order by id`),
    grants: await read('select resource_type, resource_id, subject_id, level from grants order by 1, 2, 3'),
    entries:
      await read(`select resource, resource_id, before - '{public_id,created_at}'::text[] as before, after,
        caller ->> 'userId' as by
      from audit_entries where action = 'deleted' order by resource, resource_id, id`),
    kept,
  };
}

test('a bulk delete of reports answers, keeps and tells the audit log what single deletes in order do', async () => {
  await fc.assert(
    fc.asyncProperty(deletion, async ({ isAdministrator, chosen }) => {
      const outcomes = [];
      for (const [world, run] of [
        [together, deleteTogether],
        [apart, deleteApart],
      ] as const) {
        const reports = await makeReports(world);
        const distinct = [...new Set(chosen)];
        const items = distinct.map((index) => ({ type: 'REPORT', id: reports[index] ?? NOWHERE }));
        outcomes.push(await run(world, items, isAdministrator ? {} : { key: world.person.key }));
      }
      assert.deepEqual(outcomes[0], outcomes[1]);
      assert.deepEqual(await stateOf(together), await stateOf(apart));
    }),
    // What one delete has left is where the next begins, so none can be left out.
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('reports of which one cannot be deleted are deleted one by one, as the others are', async () => {
  const { app, calls } = together;
  const reports = (await makeReports(together)).slice(0, 3);
  await app.database.pool.query(`create function fail_report() returns trigger language plpgsql as $$
    begin raise 'one report is in the way'; end $$`);
  await app.database.pool.query(
    `create trigger failing before delete on reports for each row when (old.id = ${reports[1]})
     execute function fail_report()`,
  );
  const items = reports.map((id) => ({ type: 'REPORT', id }));
  const body = { items };
  const { deleted, failed } = await calls.ok<BulkDeleteWorkspaceObjectsPayload>(
    'POST',
    '/workspace/bulk-delete',
    { body },
  );
  await app.database.pool.query('drop trigger failing on reports');
  assert.deepEqual([deleted, failed.map(({ error }) => error.status)], [[items[0], items[2]], [500]]);
});
