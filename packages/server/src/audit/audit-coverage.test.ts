import { entriesOf, managementOperations, type OperationId } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toColumnName } from '../db/column-names.ts';
import {
  adminHeadersFor,
  completeRequestFor,
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  makeFixturesFor,
  requestFor,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';
import { applicationTables } from '../application-tables.ts';
import type { AuditedTable } from '../db/schema/table-rules.ts';

/**
 * Calls every operation of the contract that may change something, and compares what every table says before and after
 * with what the audit log says. An operation is covered by being declared, a table by being there.
 */
let testApp: TestApp;
let engine: Engine;
let calls: WorkspaceCalls;
before(async () => {
  engine = createModelEngine([]);
  testApp = await createTestApp({ engine });
  calls = createWorkspaceCalls(testApp);
});
after(async () => {
  await testApp.close();
  await engine.close();
});

type Row = Readonly<Record<string, unknown>>;

const audited = Object.entries(applicationTables).flatMap(([name, rule]): [string, AuditedTable][] =>
  'unaudited' in rule ? [] : [[toColumnName(name), rule.audited]],
);

/**
 * Of every audited table its kind, and its rows without what the server keeps by itself, as one statement: it is
 * planned once.
 */
const allRows = {
  name: 'audited-rows',
  text: audited
    .map(([table, { resource }], index) => {
      const row = `to_jsonb(t) - $${index + 1}::text[]`;
      return `select '${table}' as "table", '${resource}' as resource, ${row} as row from ${table} t`;
    })
    .join(' union all '),
  values: audited.map(([, { kept = [] }]) => [...kept, 'updatedAt'].map(toColumnName)),
};

/** Every row of the audited tables by kind and key. */
async function readRows(): Promise<Map<string, string>> {
  const { rows } = await testApp.database.pool.query<{ table: string; resource: string; row: Row }>(allRows);
  const keys = new Map(audited.map(([table, { key = ['id'] }]) => [table, key.map(toColumnName)]));
  return new Map(
    rows.map(({ table, resource, row }) => {
      const id = keys.get(table)?.map((field) => String(row[field] ?? ''));
      return [`${resource} ${id?.join('/')}`, JSON.stringify(row)];
    }),
  );
}

function changesBetween(earlier: Map<string, string>, later: Map<string, string>): string[] {
  const names = new Set([...earlier.keys(), ...later.keys()]);
  return [...names].flatMap((name) => {
    const [old, current] = [earlier.get(name), later.get(name)];
    if (old === current) return [];
    return `${old === undefined ? 'created' : current === undefined ? 'deleted' : 'updated'} ${name}`;
  });
}

const changing = new Set<string>();

for (const [id, { method }] of entriesOf(managementOperations)) {
  if (method === 'GET') continue;
  test(`${id} leaves an entry for each record that it changes`, async () => {
    // The keys of the table are the ids.
    const operationId = id as OperationId;
    const changes: string[] = [];
    for (const make of [requestFor, completeRequestFor]) {
      const fixtures = await makeFixturesFor(operationId, testApp, calls);
      const request = make(operationId, fixtures);
      const headers = { ...request.headers, ...(await adminHeadersFor(operationId, testApp)) };
      const earlier = await readRows();
      await testApp.app.inject({ ...request, headers });
      changes.push(...changesBetween(earlier, await readRows()));
    }
    const { rows: entries } = await testApp.database.pool.query<{ said: string; tenantId: number }>(
      `select concat_ws(' ', action, resource, resource_id) as said, tenant_id from audit_entries
       where caller ->> 'operation' = $1 and caller ? 'requestId' order by id`,
      [id],
    );
    const said = new Set(entries.map((entry) => entry.said));
    for (const change of changes) assert.ok(said.has(change), `${change} is not in the log`);
    for (const { tenantId } of entries) assert.equal(tenantId, testApp.tenantId);
    if (changes.length > 0) changing.add(id);
  });
}

test('most operations of the contract change something when they are called as they should be', () => {
  const all = entriesOf(managementOperations).filter(([, { method }]) => method !== 'GET');
  const quiet = all.map(([id]) => id).filter((id) => !changing.has(id));
  assert.ok(changing.size >= all.length * 0.7, `these changed nothing: ${quiet.join(', ')}`);
});

/** Kept by triggers or by other programs, so that a change of them is part of another. */
const DERIVED = new Set([
  'migrations',
  'ended_viewers',
  'folder_access_versions',
  'folder_changes',
  'folder_counts',
  'report_counts',
  'workbook_counts',
]);

test('every table of the database has a rule', async () => {
  const { rows } = await testApp.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const listed = new Set(Object.keys(applicationTables).map(toColumnName));
  const missing = rows.map(({ name }) => name).filter((name) => !listed.has(name) && !DERIVED.has(name));
  assert.deepEqual(missing, []);
});

test('every column that holds a secret is named as one', async () => {
  const { rows } = await testApp.database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (data_type = 'bytea' or column_name ~ 'secret|password|hash|token'
       -- Where a token is asked for, until when it lasts, and whether there is one, is no secret.
       and column_name !~ '^has_|_(url|at)$')
       -- How a client proves who it is, and where; named as in the standard.
       and column_name not in ('token_endpoint_auth_method', 'token_url')`,
  );
  const entries = new Map(audited);
  const shown = rows.filter(({ table, column }) => {
    const entry = entries.get(table);
    return entry && !(entry.secret ?? []).map(toColumnName).includes(column);
  });
  assert.deepEqual(shown, []);
});
