-- What console sessions have made ends with them: they need a name that a token may carry.
alter table console_sessions add column id integer generated always as identity;
create unique index console_sessions_id on console_sessions (id);

create function tell_console_sessions() returns trigger language plpgsql as $$
begin
  -- Expired ones are removed at each sign-in, and nothing rests on them.
  if exists (select from removed where expires_at > now()) then
    perform pg_notify('credential_change', '');
    raise notice 'credential_change';
  end if;
  return null;
end $$;
create trigger console_sessions_tell after delete on console_sessions
referencing old table as removed for each statement execute function tell_console_sessions();

-- Of which viewers the tokens that were made until now have ended: all of an embed tenant, one viewer, those with a group, or one viewer's
-- with a group. A token says up to which row it was made. Rows are younger than the longest life of a token, and two days at most.
create table ended_viewers (
  id bigint generated always as identity primary key,
  -- `tenant ID`, `viewer ID` (both of embedding), `group ACCOUNT NAME`, `viewer ID group NAME` or `viewer ID in DEPLOYMENT group NAME`.
  whom text not null,
  ended_at timestamptz not null default now()
);
create index ended_viewers_ended_at on ended_viewers (ended_at);

create function end_viewers(ended text[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(ended), 0) = 0 then return; end if;
  -- One after the other, so that ids become visible in their order.
  lock table ended_viewers in share row exclusive mode;
  delete from ended_viewers where ended_at < now() - interval '2 days';
  insert into ended_viewers (whom) select distinct unnest(ended);
  perform pg_notify('credential_change', '');
  raise notice 'credential_change';
end $$;

create function end_embed_tenants() returns trigger language plpgsql as $$
begin
  perform end_viewers((select array_agg('tenant ' || id) from removed));
  return null;
end $$;
create trigger embed_tenants_end after delete on embed_tenants
referencing old table as removed for each statement execute function end_embed_tenants();

create function end_embed_users() returns trigger language plpgsql as $$
begin
  -- Ephemeral ones are removed after their tokens, and where the tenant has gone its row says it for all.
  perform end_viewers((
    select array_agg('viewer ' || u.id) from removed u join embed_tenants t on t.id = u.embed_tenant_id
    where not u.is_ephemeral
  ));
  return null;
end $$;
create trigger embed_users_end after delete on embed_users
referencing old table as removed for each statement execute function end_embed_users();

create function end_embed_groups() returns trigger language plpgsql as $$
begin
  perform end_viewers((
    select array_agg('group ' || t.tenant_id || ' system:tenant:' || t.name || ':group:' || g.name)
    from removed g join embed_tenants t on t.id = g.embed_tenant_id
  ));
  return null;
end $$;
create trigger embed_tenant_groups_end after delete on embed_tenant_groups
referencing old table as removed for each statement execute function end_embed_groups();

create function end_groups() returns trigger language plpgsql as $$
begin
  perform end_viewers((
    select array_agg('group ' || g.tenant_id || ' ' || g.name) from removed g
    where not exists (select from groups same where same.id = g.id and same.name = g.name)
      and exists (select from tenants t where t.id = g.tenant_id)
  ));
  return null;
end $$;
create trigger groups_end after delete on groups
referencing old table as removed for each statement execute function end_groups();
create trigger groups_renamed after update on groups
referencing old table as removed for each statement execute function end_groups();
