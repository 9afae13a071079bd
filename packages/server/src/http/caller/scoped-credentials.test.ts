import { entriesOf, operations, refusesScoped, type OperationId } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  completeRequestFor,
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  makeFixturesFor,
  requestFor,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

/**
 * Calls every operation of the contract with a key that is scoped to one deployment, and looks at the whole database:
 * nothing of the account and of another deployment has changed. An operation is covered by being declared, a table by
 * being there.
 */
let testApp: TestApp;
let engine: Engine;
let calls: WorkspaceCalls;
let scopedKey: string;
before(async () => {
  engine = createModelEngine([]);
  testApp = await createTestApp({ engine });
  calls = createWorkspaceCalls(testApp);
  const { build, tenantId, adminId, deploymentId } = testApp;
  scopedKey = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  const elsewhere = createWorkspaceCalls({ ...testApp, deploymentId: await build.deployment({ tenantId }) });
  await elsewhere.makeReport({ name: 'Elsewhere' });
  await elsewhere.makeWorkbook('Elsewhere', (await elsewhere.makeFolder('Elsewhere')).id);
});
after(async () => {
  await testApp.close();
  await engine.close();
});

type Row = Readonly<Record<string, unknown>>;

/** When something was last used is noted of whatever is used. */
const NOTED = new Set(['last_used_at', 'last_login']);
/**
 * What servers count, the challenges of sign-ins that anybody may begin, what they note of migrations, and what the
 * audit log says of a change, which is judged itself.
 */
const NOT_CONTENT = /_buckets$|^migrations$|^audit_entries$|^sign_in_challenges$/;
/** Rows of these belong to the deployment of another row. */
const parents: Readonly<Record<string, (row: Row) => { table: string | undefined; id: unknown }>> = {
  chat_messages: (row) => ({ table: 'chat_threads', id: row['thread_id'] }),
  chat_model_messages: (row) => ({ table: 'chat_threads', id: row['thread_id'] }),
  chat_thread_readers: (row) => ({ table: 'chat_threads', id: row['thread_id'] }),
  dashboard_comment_mails: (row) => ({ table: 'dashboard_comments', id: row['comment_id'] }),
  dashboard_comments: (row) => ({ table: 'dashboards', id: row['dashboard_id'] }),
  dashboard_versions: (row) => ({ table: 'dashboards', id: row['dashboard_id'] }),
  folder_counts: (row) => ({ table: 'folders', id: row['folder_id'] }),
  mention_mail_stops: (row) => ({ table: 'dashboards', id: row['dashboard_id'] }),
  model_upload_files: (row) => ({ table: 'model_uploads', id: row['upload_id'] }),
  notification_deliveries: (row) => ({ table: 'notification_runs', id: row['run_id'] }),
  notification_recipients: (row) => ({ table: 'notifications', id: row['notification_id'] }),
  notification_runs: (row) => ({ table: 'notifications', id: row['notification_id'] }),
  report_placements: (row) => ({ table: 'reports', id: row['report_id'] }),
  viewer_favorites: (row) => ({ table: items[String(row['resource_type'])], id: row['resource_id'] }),
  workspace_favorites: (row) => ({ table: items[String(row['resource_type'])], id: row['resource_id'] }),
  workspace_views: (row) => ({ table: items[String(row['resource_type'])], id: row['resource_id'] }),
};
const items: Readonly<Record<string, string>> = {
  FOLDER: 'folders',
  WORKBOOK: 'workbooks',
  REPORT: 'reports',
};

/** The rows of each table, by what they say. */
type Tables = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** What was read of each table, and what its rows were then: those of one that has not changed are the same map. */
const lastRead = new Map<string, { state: string; rows: ReadonlyMap<string, Row> }>();

/** Every row of every table. */
async function readRows(): Promise<Tables> {
  const { pool } = testApp.database;
  const found = new Map<string, ReadonlyMap<string, Row>>();
  for (const [table, state] of await readStates()) {
    const last = lastRead.get(table);
    if (last?.state !== state) {
      const { rows } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`);
      lastRead.set(table, { state, rows: new Map(rows.map(({ row }) => [said(row), row])) });
    }
    found.set(table, lastRead.get(table)?.rows ?? new Map());
  }
  return found;
}

/**
 * What tells whether a table has changed: how many rows there are, and the sum of the transactions that wrote them,
 * which only a removal makes smaller.
 */
async function readStates(): Promise<Map<string, string>> {
  // Planned once for each connection: that takes longer than to read the tables.
  statement ??= { name: 'states-of-tables', text: await writeStatesQuery() };
  const { rows } = await testApp.database.pool.query<{ name: string; state: string | null }>(statement);
  return new Map(rows.map(({ name, state }) => [name, state ?? 'empty']));
}

let statement: { readonly name: string; readonly text: string } | undefined;

async function writeStatesQuery(): Promise<string> {
  const { pool } = testApp.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const states = tables
    .filter(({ name }) => !NOT_CONTENT.test(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || sum(xmin::text::bigint) as state from ${name}`,
    );
  return states.join(' union all ');
}

const said = (row: Row) => JSON.stringify(Object.entries(row).filter(([name]) => !NOTED.has(name)));

/** Whether a row is of the deployment that the key reaches. */
function isWithin(all: readonly Tables[], table: string, row: Row): boolean {
  const { deploymentId } = testApp;
  if ('deployment_id' in row) return row['deployment_id'] === deploymentId;
  // A key within the scope, and the deployment itself.
  if (table === 'api_keys' || table === 'revoked_embed_sessions')
    return JSON.stringify(row['deployment_ids']) === `[${deploymentId}]`;
  if (table === 'deployments') return row['id'] === deploymentId;
  const parent = parents[table]?.(row);
  if (parent?.table === undefined) return false;
  const { table: above, id } = parent;
  const found = all
    .flatMap((tables) => [...(tables.get(above)?.values() ?? [])])
    .find((each) => each['id'] === id);
  return found !== undefined && isWithin(all, above, found);
}

/** The rows that only the second of two readings has. */
function missingFrom(some: Tables, others: Tables): { table: string; key: string; row: Row }[] {
  return [...others].flatMap(([table, rows]) => {
    const had = some.get(table);
    if (had === rows) return [];
    return [...rows].flatMap(([key, row]) => (had?.has(key) ? [] : [{ table, key, row }]));
  });
}

/** A session names a viewer, and may create a new one, which changes no other. */
const CREATED_BY_SESSIONS = new Set(['embed_tenants', 'embed_users']);

const send = async (request: ReturnType<typeof requestFor>) =>
  testApp.app.inject({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${scopedKey}` },
  });

for (const [id, operation] of entriesOf(operations) as [OperationId, (typeof operations)[OperationId]][])
  test(`${id} by a key that is scoped to one deployment changes nothing beyond it`, async () => {
    for (const make of [requestFor, completeRequestFor]) {
      const fixtures = await makeFixturesFor(id, testApp, calls);
      const before = await readRows();
      const answer = await send(make(id, fixtures));
      if (refusesScoped(operation)) {
        assert.equal(answer.statusCode, 403, answer.body);
        assert.match(answer.body, /scoped to deployments/);
      }
      const after = await readRows();
      const all = [before, after];
      for (const { table, key, row } of missingFrom(after, before))
        assert.ok(isWithin(all, table, row), `${answer.body}: removed or changed ${table} ${key}`);
      for (const { table, key, row } of missingFrom(before, after))
        if (!CREATED_BY_SESSIONS.has(table))
          assert.ok(isWithin(all, table, row), `${answer.body}: added ${table} ${key}`);
    }
  });

test('of operations that write and name no deployment in their path, these say what keeps a scoped key within its scope', () => {
  const open = entriesOf(operations).filter(
    ([, { method, scope, withinScope }]) =>
      method !== 'GET' && scope === 'account' && withinScope !== undefined,
  );
  assert.deepEqual(open.map(([id]) => id).sort(), [
    'abortAgentChat',
    'createApiKey',
    'createDashboardComment',
    'exportEmbeddedDashboard',
    'generateSession',
    'markDashboardCommentsSeen',
    'postDashboardPythonRun',
    'removeDashboardComment',
    'revokeApiKey',
    'revokeEmbedSession',
    'rotateApiKey',
    'setDashboardCommentResolved',
    'streamAgentChat',
    'updateDashboardComment',
    'updateDashboardEmbedding',
  ]);
});

test('a key that reaches further is neither listed nor revoked by one that is scoped', async () => {
  const made = await testApp.call({ method: 'POST', path: '/api/v1/api-keys', body: { name: 'wide' } });
  const { apiKey } = made.json() as { apiKey: { id: number } };
  const path = `/api/v1/api-keys/${apiKey.id}`;
  const refused = await testApp.call({ method: 'DELETE', path, key: scopedKey });
  assert.equal(refused.statusCode, 404);
  const listed = await testApp.call({ method: 'GET', path: '/api/v1/api-keys', key: scopedKey });
  const { items } = listed.json() as { items: { id: number; deploymentIds: number[] | null }[] };
  assert.ok(items.length > 0);
  for (const { deploymentIds } of items) assert.deepEqual(deploymentIds, [testApp.deploymentId]);
  assert.equal((await testApp.call({ method: 'DELETE', path })).statusCode, 204);
});
