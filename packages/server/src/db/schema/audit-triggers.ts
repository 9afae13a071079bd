import type pg from 'pg';
import { toColumnName } from '../column-names.ts';
import { CALLER_SETTING } from '../request-context.ts';
import { readTenantExpressions } from './audit-tenants.ts';
import type { AuditedTable, TableRules } from './table-rules.ts';

/**
 * The trigger on each table, of each row; of a table with frequent columns it leaves changes to
 * {@link CHANGES_TRIGGER}.
 */
const TRIGGER = 'audit';
/** The trigger of all rows that a statement changes, where statements of many rows are frequent. */
const CHANGES_TRIGGER = 'audit_changes';
/** Kept of every table. */
const TIMES = ['updated_at'];

/**
 * Brings the triggers of the audit log in line with the rules of the tables and with the columns that there are, after
 * the migrations. A table that is as it should be is not locked.
 */
export async function installAuditTriggers(client: pg.ClientBase, rules: TableRules): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[]; sources: Record<string, string> }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
       (select coalesce(jsonb_object_agg(t.tgname, p.prosrc), '{}') from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and t.tgname = any($1)) as sources
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid, c.relname`,
    [[TRIGGER, CHANGES_TRIGGER]],
  );
  const tenants = await readTenantExpressions(client);
  const known = new Map(rows.map((row) => [row.table, row]));
  for (const [name, rule] of Object.entries(rules)) {
    const table = toColumnName(name);
    const { columns, sources = {} } = known.get(table) ?? {};
    const wanted: WantedTrigger[] = [];
    if (!('unaudited' in rule)) {
      const tenantOf = tenants.get(table);
      if (!columns || !tenantOf) throw new Error(`There is no table ${table} of accounts to audit`);
      wanted.push(...triggersOf(rule.audited, { table, columns, tenantOf }));
    }
    for (const old of Object.keys(sources))
      if (!wanted.some((trigger) => trigger.name === old))
        await client.query(`drop trigger ${old} on ${table}`);
    for (const trigger of wanted)
      if (sources[trigger.name] !== trigger.body) await installTrigger(client, table, trigger);
  }
}

/** A trigger as it should be. */
interface WantedTrigger {
  readonly name: string;
  /** Of which changes, and for each of what. */
  readonly on: (table: string) => string;
  readonly body: string;
}

async function installTrigger(
  client: pg.ClientBase,
  table: string,
  { name, on, body }: WantedTrigger,
): Promise<void> {
  const works = `${name}_${table}`;
  // Planned for the caller it would be planned for each statement, which takes longer than a few rows.
  await client.query(
    `create or replace function ${works}() returns trigger language plpgsql
     set plan_cache_mode = force_generic_plan as $audit$${body}$audit$`,
  );
  // Without a caller nothing is called at all.
  await client.query(
    `create or replace trigger ${name} after ${on(table)}
     when (current_setting('${CALLER_SETTING}', true) <> '') execute function ${works}()`,
  );
}

function triggersOf(entry: AuditedTable, known: KnownTable): WantedTrigger[] {
  const isOftenMany = entry.frequent !== undefined;
  const events = isOftenMany ? 'insert or delete' : 'insert or update or delete';
  const rows: WantedTrigger = {
    name: TRIGGER,
    on: (table) => `${events} on ${table} for each row`,
    body: bodyOf(entry, known, { isOftenMany }),
  };
  if (!isOftenMany) return [rows];
  const changes: WantedTrigger = {
    name: CHANGES_TRIGGER,
    on: (table) => `update on ${table} referencing old table as was new table as becomes for each statement`,
    body: changesBodyOf(entry, known),
  };
  return [rows, changes];
}

/** A table as the database has it. */
interface KnownTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** The account of a row by its name, as SQL. */
  tenantOf(row: string): string;
}

/** What the functions of a table are made of, as SQL. Every name is one of ours. */
function termsOf({ resource, key = ['id'], ...entry }: AuditedTable, { table, columns }: KnownTable) {
  const keys = key.map(toColumnName);
  const secret = (entry.secret ?? []).map(toColumnName);
  const kept = [...(entry.kept ?? []).map(toColumnName), ...TIMES];
  const frequent = (entry.frequent ?? []).map(toColumnName);
  const deploymentOf = (name: string) =>
    table === 'deployments'
      ? `${name}.id`
      : columns.includes('deployment_id')
        ? `${name}.deployment_id`
        : `(v_caller ->> 'deploymentId')::integer`;
  const keyOf = (name: string) => {
    const [first = 'id', ...others] = keys.map((each) => `${name}.${each}`);
    return others.length === 0 ? `${first}::text` : `concat_ws('/', ${[first, ...others].join(', ')})`;
  };
  const rare = columns.filter((column) => !kept.includes(column) && !frequent.includes(column));
  return {
    orderOf: (name: string) => keys.map((each) => `${name}.${each}`).join(', '),
    isSameRow: keys.map((each) => `n.${each} = o.${each}`).join(' and '),
    lists: `'{${secret.join(',')}}', '{${kept.join(',')}}'`,
    frequent,
    rowOf: (name: string) => `row(${rare.map((each) => `${name}.${each}`).join(', ')})`,
    columns: `(tenant_id, deployment_id, caller, action, resource, resource_id, before, after)`,
    valuesOf: (name: string, action: string) =>
      `${deploymentOf(name)}, v_caller, '${action}', '${resource}', ${keyOf(name)}`,
  };
}

const CALLER = `v_caller jsonb := current_setting('${CALLER_SETTING}');
  v_tenant integer := (v_caller ->> 'tenantId')::integer;`;

/**
 * The function of one row. What the caller does in no account, such as a job, is told to the account of the row; where
 * that is gone with all that it has, nobody is told.
 */
function bodyOf(entry: AuditedTable, known: KnownTable, { isOftenMany }: { isOftenMany: boolean }): string {
  const { lists, columns, rowOf, valuesOf } = termsOf(entry, known);
  const { tenantOf } = known;

  const write = (name: 'old' | 'new', action: string) =>
    `insert into audit_entries ${columns} values (v_tenant, ${valuesOf(name, action)}, v_before, v_after);`;
  const update = `if tg_op = 'UPDATE' then
    if ${rowOf('old')} is not distinct from ${rowOf('new')} then return null; end if;
    select was, becomes into v_before, v_after from audited_change(to_jsonb(old), to_jsonb(new), ${lists});
    ${write('new', 'updated')}
  els`;
  return `
declare
  ${CALLER}
  v_before jsonb;
  v_after jsonb;
begin
  if v_tenant is null then
    if tg_op = 'DELETE' then v_tenant := ${tenantOf('old')}; else v_tenant := ${tenantOf('new')}; end if;
    if v_tenant is null then return null; end if;
  end if;
  ${isOftenMany ? '' : update}if tg_op = 'INSERT' then
    v_after := audited_row(to_jsonb(new), ${lists});
    ${write('new', 'created')}
  else
    v_before := audited_row(to_jsonb(old), ${lists});
    ${write('old', 'deleted')}
  end if;
  return null;
end `;
}

/**
 * The function of all rows that a statement has changed; the columns of their key stay as they are. A change of
 * frequent columns alone, such as a move, is told without taking the rows apart, which would cost more than all else.
 *
 * A session plans it for the number of rows that it meets first. An inner join planned for one row compares every old
 * row with every new one from then on; a full join, which here finds the same pairs, cannot be planned so.
 */
function changesBodyOf(entry: AuditedTable, known: KnownTable): string {
  const { lists, columns, rowOf, valuesOf, frequent, isSameRow, orderOf } = termsOf(entry, known);

  const changed = (name: 'o' | 'n') =>
    frequent
      .map(
        (column) =>
          `case when o.${column} is distinct from n.${column} then jsonb_build_object('${column}', ${name}.${column}) else '{}' end`,
      )
      .join(' || ');
  const isFrequent = `${rowOf('o')} is not distinct from ${rowOf('n')}`;
  return `
declare
  ${CALLER}
begin
  insert into audit_entries ${columns}
  select told.tenant, ${valuesOf('n', 'updated')}, change.was, change.becomes
  from was o full join becomes n on ${isSameRow}
  cross join lateral (select ${isFrequent} as is_frequent offset 0) compared
  cross join lateral (
    select ${changed('o')} as was, ${changed('n')} as becomes where compared.is_frequent
    union all
    select taken.was, taken.becomes from audited_change(to_jsonb(o), to_jsonb(n), ${lists}) taken
    where not compared.is_frequent
  ) change
  cross join lateral (select coalesce(v_tenant, ${known.tenantOf('n')}) as tenant) told
  where change.becomes <> '{}' and told.tenant is not null
  order by ${orderOf('n')};
  return null;
end `;
}
