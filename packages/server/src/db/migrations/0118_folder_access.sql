-- What somebody sees of the folders of a deployment follows from its folders, their owners and the grants on them. Servers cache it
-- with a version of the three, which each statement that uses it compares in its own snapshot: a cached right does not outlive
-- its grant.
--
-- The version is the sum of all rows by exclusive or. Each change adds random bits to a row that no other connection writes, so
-- that changes at the same time do not wait for each other, and no two states have one version, also where a database is restored.
create table folder_access_versions (
  deployment_id integer not null,
  -- The process of the connection; 0 for what connections that have ended had.
  writer integer not null default pg_backend_pid(),
  version bigint not null,
  primary key (deployment_id, writer)
) with (fillfactor = 50);

-- Adds the rows of connections that have ended to one. No connection waits for it, and the version stays the same.
create function fold_folder_access_versions(p_deployment integer) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7231008, p_deployment) then return; end if;
  with taken as (
    delete from folder_access_versions
    where deployment_id = p_deployment and writer not in (select 0 union all select pid from pg_stat_activity)
    returning version
  )
  insert into folder_access_versions as kept select p_deployment, 0, bit_xor(version) from taken having count(*) > 0
  on conflict (deployment_id, writer) do update set version = kept.version # excluded.version;
end $$;

create function renew_folder_access_versions(p_deployments integer[]) returns void language plpgsql as $$
begin
  if p_deployments = '{}' then return; end if;
  insert into folder_access_versions as kept (deployment_id, version)
  select id, (random() * 9007199254740992)::bigint from unnest(p_deployments) as changed(id) order by id
  on conflict (deployment_id, writer) do update set version = kept.version # excluded.version;
  if random() < 0.01 then
    perform fold_folder_access_versions(id) from unnest(p_deployments) as changed(id);
  end if;
end $$;

-- Grants that were added or removed.
create function renew_access_by_grants() returns trigger language plpgsql as $$
begin
  perform renew_folder_access_versions(array(
    select distinct deployment_id from changed where resource_type = 'FOLDER' order by 1));
  return null;
end $$;
create trigger grants_folder_access_in after insert on grants
referencing new table as changed for each statement execute function renew_access_by_grants();
create trigger grants_folder_access_out after delete on grants
referencing old table as changed for each statement execute function renew_access_by_grants();

-- Any level lets a folder be seen, so a change of the level is none.
create function renew_access_by_changed_grants() returns trigger language plpgsql as $$
begin
  perform renew_folder_access_versions(array(
    select b.deployment_id from before b join after a using (id)
    where 'FOLDER' in (b.resource_type, a.resource_type) and
      (b.deployment_id, b.resource_type, b.resource_id, b.subject_type, b.subject_id)
      is distinct from (a.deployment_id, a.resource_type, a.resource_id, a.subject_type, a.subject_id)
    union
    select a.deployment_id from before b join after a using (id)
    where b.deployment_id <> a.deployment_id
    order by 1));
  return null;
end $$;
create trigger grants_folder_access_on after update on grants
referencing old table as before new table as after for each statement execute function renew_access_by_changed_grants();

-- Folders that were added or removed.
create function renew_access_by_folders() returns trigger language plpgsql as $$
begin
  perform renew_folder_access_versions(array(select distinct deployment_id from changed order by 1));
  return null;
end $$;
create trigger folders_access_in after insert on folders
referencing new table as changed for each statement execute function renew_access_by_folders();
create trigger folders_access_out after delete on folders
referencing old table as changed for each statement execute function renew_access_by_folders();

create function renew_access_by_changed_folders() returns trigger language plpgsql as $$
begin
  perform renew_folder_access_versions(array(
    select b.deployment_id from before b join after a using (id)
    where (b.deployment_id, b.path, b.user_id) is distinct from (a.deployment_id, a.path, a.user_id)
    union
    select a.deployment_id from before b join after a using (id)
    where b.deployment_id <> a.deployment_id
    order by 1));
  return null;
end $$;
create trigger folders_access_on after update on folders
referencing old table as before new table as after for each statement execute function renew_access_by_changed_folders();

create function renew_access_by_truncation() returns trigger language plpgsql as $$
begin
  perform renew_folder_access_versions(array(select id from deployments order by 1));
  return null;
end $$;
create trigger grants_folder_access_emptied before truncate on grants
for each statement execute function renew_access_by_truncation();
create trigger folders_access_emptied before truncate on folders
for each statement execute function renew_access_by_truncation();

-- When the transaction ends: the triggers of what goes with a deployment come after all of its own.
create or replace function forget_folder_changes() returns trigger language plpgsql as $$
begin
  delete from folder_changes where deployment_id = old.id;
  delete from folder_access_versions where deployment_id = old.id;
  return null;
end $$;
