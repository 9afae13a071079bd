import type pg from 'pg';
import { toColumnName } from './column-names.ts';
import { CALLER_SETTING } from './request-context.ts';
import { readTenantExpressions } from './audit-tenants.ts';
import type { AuditedTable, TableRules } from './table-rules.ts';

/** The name of the trigger on each table. */
const TRIGGER = 'audit';
/** Kept of every table. */
const TIMES = ['updated_at'];

/**
 * Brings the triggers of the audit log in line with the rules of the tables and with the columns that there are, after the
 * migrations. A table that is as it should be is not locked.
 */
export async function installAuditTriggers(client: pg.ClientBase, rules: TableRules): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[]; source: string | null }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
       (select p.prosrc from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and t.tgname = $1) as source
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid, c.relname`,
    [TRIGGER],
  );
  const tenants = await readTenantExpressions(client);
  const known = new Map(rows.map((row) => [row.table, row]));
  for (const [name, rule] of Object.entries(rules)) {
    const table = toColumnName(name);
    const { columns, source } = known.get(table) ?? {};
    if ('unaudited' in rule) {
      if (source != null) await client.query(`drop trigger ${TRIGGER} on ${table}`);
      continue;
    }
    const tenantOf = tenants.get(table);
    if (!columns || !tenantOf) throw new Error(`There is no table ${table} of accounts to audit`);
    const wanted = bodyOf(rule.audited, { table, columns, tenantOf });
    if (source === wanted) continue;
    await client.query(
      `create or replace function audit_${table}() returns trigger language plpgsql as $audit$${wanted}$audit$`,
    );
    // Without a caller nothing is called at all.
    await client.query(
      `create or replace trigger ${TRIGGER} after insert or update or delete on ${table} for each row
       when (current_setting('${CALLER_SETTING}', true) <> '') execute function audit_${table}()`,
    );
  }
}

/** A table as the database has it. */
interface KnownTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** The account of a row by its name, as SQL. */
  tenantOf(row: string): string;
}

/**
 * The function of one table. An update of frequent columns alone, such as a move, is told without taking the rows apart, which
 * would cost more than all else. What the caller does in no account, such as a job, is told to the account of the row; where that is gone
 * with all that it has, nobody is told. Every name is one of ours.
 */
function bodyOf(entry: AuditedTable, { table, columns, tenantOf }: KnownTable): string {
  const { resource, key = ['id'] } = entry;
  const secret = (entry.secret ?? []).map(toColumnName);
  const kept = [...(entry.kept ?? []).map(toColumnName), ...TIMES];
  const frequent = (entry.frequent ?? []).map(toColumnName);
  const rare = columns.filter((column) => !kept.includes(column) && !frequent.includes(column));
  const lists = `'{${secret.join(',')}}', '{${kept.join(',')}}'`;
  const row = (name: string, of: readonly string[]) =>
    `row(${of.map((each) => `${name}.${each}`).join(', ')})`;
  const frequentChange = frequent.map(
    (column) => `if old.${column} is distinct from new.${column} then
        v_before := v_before || jsonb_build_object('${column}', old.${column});
        v_after := v_after || jsonb_build_object('${column}', new.${column});
      end if;`,
  );
  const deploymentOf = (name: string) =>
    table === 'deployments'
      ? `${name}.id`
      : columns.includes('deployment_id')
        ? `${name}.deployment_id`
        : `(v_caller ->> 'deploymentId')::integer`;
  const write = (name: 'old' | 'new', action: string) => `insert into audit_entries
      (tenant_id, deployment_id, caller, action, resource, resource_id, before, after)
    values (v_tenant, ${deploymentOf(name)}, v_caller, '${action}', '${resource}',
      ${key.length === 1 ? `${name}.${toColumnName(key[0] ?? 'id')}::text` : `concat_ws('/', ${key.map((each) => `${name}.${toColumnName(each)}`).join(', ')})`},
      v_before, v_after);`;
  return `
declare
  v_caller jsonb := current_setting('${CALLER_SETTING}');
  v_tenant integer := (v_caller ->> 'tenantId')::integer;
  v_before jsonb;
  v_after jsonb;
begin
  if v_tenant is null then
    if tg_op = 'DELETE' then v_tenant := ${tenantOf('old')}; else v_tenant := ${tenantOf('new')}; end if;
    if v_tenant is null then return null; end if;
  end if;
  if tg_op = 'UPDATE' then
    if ${row('old', rare)} is not distinct from ${row('new', rare)} then
      v_before := '{}';
      v_after := '{}';
      ${frequentChange.join('\n      ')}
      if v_after = '{}' then return null; end if;
    else
      select was, becomes into v_before, v_after from audited_change(to_jsonb(old), to_jsonb(new), ${lists});
    end if;
    ${write('new', 'updated')}
  elsif tg_op = 'INSERT' then
    v_after := audited_row(to_jsonb(new), ${lists});
    ${write('new', 'created')}
  else
    v_before := audited_row(to_jsonb(old), ${lists});
    ${write('old', 'deleted')}
  end if;
  return null;
end `;
}
