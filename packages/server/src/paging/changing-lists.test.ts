import type { OperationId } from '@oriel/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClonedRows, type ClonedRows, type RowKey } from '../test/cloned-rows.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  listAddresses,
  listOperations,
  makeFixturesFor,
  operationOnItem,
  type Fixtures,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';
import { toColumnName, toFieldName } from '../db/column-names.ts';

type Item = Readonly<Record<string, unknown>>;

interface Listed {
  items: Item[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** What is known of a list beside its operation. */
interface ListRows {
  /** The row of an item. */
  rowOf(item: Item): RowKey;
  /** A first row, where none of the requests for an item makes one. */
  start?(fixtures: Fixtures): Promise<unknown>;
  /** Makes a copy one that the list has. */
  adopt?(original: RowKey, copy: unknown): Promise<unknown>;
}

/** Rows of a table, by the column that has the value of a field of the item. */
const rowsOf = (table: string, { field = 'id', column = 'id', ...more } = {}): ListRows => ({
  rowOf: (item) => ({ table, column, value: item[field] }),
  ...more,
});

const tables: Record<string, string> = { FOLDER: 'folders', WORKBOOK: 'workbooks', REPORT: 'reports' };
const rowsOfKinds: ListRows = {
  rowOf: (item) => ({ table: tables[String(item['type'])] ?? '', column: 'id', value: item['id'] }),
};

const run = (text: string, ...values: unknown[]) => app.database.pool.query(text, values);

/** Gives copies of items the access of their originals. */
const withGrants = {
  adopt: ({ table, value }: RowKey, id: unknown) =>
    run(
      `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
        select deployment_id, resource_type, $1, subject_type, subject_id, level from grants
        where resource_type = upper(rtrim($2, 's')) and resource_id = $3`,
      id,
      table,
      value,
    ),
};

const grant = (type: string, id: number, subject: string, subjectId: number) =>
  run(
    `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
      values ($1, $2, $3, $4, $5, 1)`,
    app.deploymentId,
    type,
    id,
    subject,
    subjectId,
  );

/** The rows of each list; of a list that is none of the database, why not. */
const lists: Readonly<Record<string, ListRows | string>> = {
  getUsers: rowsOf('users'),
  getUserGroups: rowsOf('groups'),
  getUserGroupUsers: {
    ...rowsOf('group_members', { column: 'user_id' }),
    start: ({ groupId }) =>
      run('insert into group_members (group_id, user_id) values ($1, $2)', groupId, app.adminId),
  },
  getRoles: rowsOf('roles'),
  getUserAttributes: rowsOf('user_attributes'),
  getAuditLog: rowsOf('audit_entries'),
  getDeployments: rowsOf('deployments'),
  getEnvVariables: {
    ...rowsOf('deployment_variables', { field: 'name', column: 'name' }),
    // What is encrypted is so under its name, which copies do not have.
    start: () =>
      run("update deployment_variables set value = 'plain', encrypted_value = null, key_id = null"),
  },
  getDeploymentEnvironmentTokens: rowsOf('environment_tokens'),
  getFolders: rowsOf('folders'),
  getReports: rowsOf('reports'),
  getWorkbooks: rowsOf('workbooks'),
  listDashboardVersions: rowsOf('dashboard_versions', { field: 'versionId' }),
  workspaceObjects: rowsOfKinds,
  sharedWorkspaceObjects: {
    ...rowsOfKinds,
    ...withGrants,
    async start() {
      const { id } = await calls.makeWorkbook('Shared');
      await grant('WORKBOOK', id, 'ALL_EMBED_USERS', 0);
    },
  },
  getTrash: rowsOf('trash'),
  getNotifications: rowsOf('notifications'),
  getRecipients: {
    ...rowsOf('notification_recipients', { field: 'userId', column: 'user_id' }),
    start: ({ notificationId }) =>
      run(
        'insert into notification_recipients (notification_id, user_id) values ($1, $2)',
        notificationId,
        app.adminId,
      ),
  },
  getNotificationRuns: {
    ...rowsOf('notification_runs'),
    start: ({ notificationId }) =>
      run(
        "insert into notification_runs (notification_id, cause, scheduled_for) values ($1, 'manual', now())",
        notificationId,
      ),
  },
  getNotificationDeliveries: {
    ...rowsOf('notification_deliveries'),
    start: ({ notificationRunId }) =>
      run(
        "insert into notification_deliveries (run_id, user_id, type, email) values ($1, $2, 'USER', 'a@example.com')",
        notificationRunId,
        app.adminId,
      ),
  },
  listEmbedTenantWorkbooks: {
    ...rowsOf('workbooks'),
    ...withGrants,
    async start({ embedTenantName }) {
      const { id } = await calls.makeWorkbook('Embedded');
      const { rows: found } = await run('select id from embed_tenants where name = $1', embedTenantName);
      await grant('WORKBOOK', id, 'EMBED_TENANT', (found[0] as { id: number }).id);
    },
  },
  listEmbedTenants: rowsOf('embed_tenants'),
  getGroups: rowsOf('embed_tenant_groups'),
  getGroupMembers: {
    ...rowsOf('embed_tenant_group_members', { column: 'embed_user_id' }),
    start: ({ embedGroupId }) =>
      run(
        `insert into embed_tenant_group_members (group_id, embed_user_id) select $1, max(id) from embed_users
          on conflict do nothing`,
        embedGroupId,
      ),
  },
  listEmbedUsers: rowsOf('embed_users'),
  listBuilds: rowsOf('model_builds'),
  listTransformSyncs: rowsOf('transform_syncs', { field: 'syncJobId' }),
  getTransformSyncGeneratedFiles: 'one value of a row',
  getDeploymentEnvironments: 'what the branches in git have',
  listBranches: 'what is in git',
  listFiles: 'what is in git',
  listDeploymentVersions: 'a list that never changes',
  listRegions: 'a list that never changes',
  pods: 'what runs at the moment, in memory',
  logs: 'what was written last, in memory',
};

/** What the database does not know of its tables. */
const rules = {
  folders: { derived: { path: sql`array[made.id]` } },
  notification_runs: { differsBy: 'scheduled_for' },
  embed_tenant_group_members: { differsBy: 'embed_user_id' },
};

let app: TestApp;
let calls: WorkspaceCalls;
let rows: ClonedRows;
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
  rows = createClonedRows(app.database.db, rules);
});
after(() => app.close());

async function read(address: string): Promise<Listed> {
  const answer = await app.call({ method: 'GET', path: address });
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
  const keyOfItem = (item: Item) => keyOf(rowsOfList.rowOf(item));
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
    await rowsOfList.start?.(fixtures);
    const addresses = listAddresses(operation, fixtures).filter(isWhollyOrdered);
    for (const address of addresses)
      await fc.assert(
        fc.asyncProperty(script, (steps) => checkPaging(address, rowsOfList, steps)),
        { numRuns: addresses.length > 1 ? 1 : 3, endOnFailure: true },
      );
  });
}
