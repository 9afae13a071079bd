-- Every change that a request makes, written by triggers in the transaction that makes it. Which tables, and what is secret in
-- them, stands in db/audited-tables.ts; the triggers are made from it after the migrations.
--
-- What an entry names may be gone, so nothing here refers to other tables.
create table audit_entries (
  id bigint generated always as identity,
  tenant_id integer not null,
  -- Null for what is of the account.
  deployment_id integer,
  at timestamptz(3) not null default clock_timestamp(),
  -- Who called what: see db/audit-caller.ts.
  caller jsonb not null,
  -- created, updated, deleted
  action text not null,
  resource text not null,
  resource_id text not null,
  -- By column; of a change those that have changed.
  before jsonb,
  after jsonb,
  primary key (tenant_id, at, id)
);
create index audit_entries_resource on audit_entries (tenant_id, resource, resource_id, at, id);

-- Days for which entries are kept.
alter table tenants add column audit_retention_days integer not null default 365 check (audit_retention_days between 1 and 3650);

-- A value as the log keeps it: what is long is replaced by its size and checksum.
create function audited_value(p_value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when pg_column_size(p_value) <= 8192 then p_value
    else jsonb_build_object('sizeBytes', octet_length(p_value::text), 'md5', md5(p_value::text)) end
$$;

-- What a row said, without what nobody may read, what the server keeps by itself and what was never set.
create function audited_row(p_row jsonb, p_secret text[], p_kept text[]) returns jsonb language sql immutable parallel safe as $$
  select coalesce(
    jsonb_object_agg(key, case when key = any(p_secret) then '"[SECRET]"' else audited_value(value) end), '{}')
  from jsonb_each(p_row) where value <> 'null' and key <> all(p_kept)
$$;

-- What a row said before and after, of the columns that have changed; null where none has.
create function audited_change(
  p_old jsonb, p_new jsonb, p_secret text[], p_kept text[], out was jsonb, out becomes jsonb
) language sql immutable parallel safe as $$
  select
    jsonb_object_agg(n.key, case when n.key = any(p_secret) then '"[SECRET]"' else audited_value(p_old -> n.key) end),
    jsonb_object_agg(n.key, case when n.key = any(p_secret) then '"[SECRET]"' else audited_value(n.value) end)
  from jsonb_each(p_new) n where n.value is distinct from p_old -> n.key and n.key <> all(p_kept)
$$;
