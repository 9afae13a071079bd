-- How many workbooks and reports lie in each folder, so that no list counts its items. A change is noted in folder_changes, for
-- the folders that it names alone and in a row that no other connection writes, so that changes at the same time do not wait for
-- each other. Now and then one of them adds what has gathered to folder_counts. What a folder has is the sum of both: rows and
-- items are of one snapshot, so it is exact.
--
-- An item lies in its own folder; a report without one lies where its workbook lies.
create table folder_counts (
  folder_id integer not null,
  -- As in grants.
  resource_type text not null,
  -- Items that name the folder themselves.
  held integer not null,
  -- Those that lie directly in it.
  lying integer not null,
  -- Those that lie in it or in any folder below.
  below integer not null,
  primary key (folder_id, resource_type)
) with (fillfactor = 50);

-- What counts below a folder counts below those above it as well, wherever the folder lies by the time this is asked. So a folder
-- that is moved or removed has nothing to do with these rows, and they need no lock of it. They are changed in place again and
-- again, where rows that come and go would grow the table.
create table folder_changes (
  deployment_id integer not null,
  folder_id integer not null,
  resource_type text not null,
  -- The process of the connection.
  writer integer not null default pg_backend_pid(),
  held integer not null,
  lying integer not null,
  primary key (deployment_id, folder_id, resource_type, writer)
) with (fillfactor = 50);

insert into folder_counts
select ancestor.id, placed.type,
  count(*) filter (where ancestor.id = placed.own), count(*) filter (where ancestor.id = f.id), count(*)
from (
  select 'WORKBOOK' as type, folder_id as own, folder_id as place from workbooks
  union all
  select 'REPORT', r.folder_id, coalesce(r.folder_id, w.folder_id) from reports r left join workbooks w on w.id = r.workbook_id
) placed
join folders f on f.id = placed.place
cross join lateral unnest(f.path) as ancestor(id)
group by ancestor.id, placed.type;

-- Adds the changes of a deployment to its numbers. One transaction does so at a time, and the lock of the workspace (see
-- move_folder) keeps the paths as they are; where either cannot be had at once it is left to a later change, and so are the
-- changes of transactions under way.
create function fold_folder_changes(p_deployment integer) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7231007, p_deployment) or not pg_try_advisory_xact_lock_shared(7231005, p_deployment) then
    return;
  end if;
  with free as materialized (
    select ctid from folder_changes where deployment_id = p_deployment for update skip locked
  ), taken as (
    delete from folder_changes where ctid = any(array(select ctid from free)) returning *
  )
  insert into folder_counts as kept
  select above.id, taken.resource_type, sum(case when above.id = f.id then held else 0 end),
    sum(case when above.id = f.id then lying else 0 end), sum(lying)
  from taken
  join folders f on f.id = taken.folder_id
  cross join lateral unnest(f.path) as above(id)
  group by above.id, taken.resource_type
  having (sum(case when above.id = f.id then held else 0 end), sum(case when above.id = f.id then lying else 0 end),
    sum(lying)) <> (0, 0, 0)
  on conflict (folder_id, resource_type) do update
  set held = kept.held + excluded.held, lying = kept.lying + excluded.lying, below = kept.below + excluded.below;
end $$;

-- Notes changes of some folders, and now and then folds what has gathered. Null is no folder.
create function add_folder_changes(
  p_deployment integer, p_type text, p_folders integer[], p_held integer[], p_lying integer[]
) returns void language plpgsql as $$
begin
  insert into folder_changes as noted (deployment_id, folder_id, resource_type, held, lying)
  select p_deployment, folder_id, p_type, sum(held), sum(lying)
  from unnest(p_folders, p_held, p_lying) as change(folder_id, held, lying)
  where folder_id is not null group by folder_id
  on conflict (deployment_id, folder_id, resource_type, writer) do update
  set held = noted.held + excluded.held, lying = noted.lying + excluded.lying;
  if cardinality(p_folders) > 16 or random() < 0.015 then perform fold_folder_changes(p_deployment); end if;
end $$;

-- The folders that some workbooks lie in, which stay there until the transaction ends: a move of a workbook counts the reports
-- that it takes along.
create function hold_workbooks(p_workbooks integer[]) returns void language plpgsql as $$
begin
  if p_workbooks <> '{}' then
    perform from workbooks where id = any(p_workbooks) order by id for share;
  end if;
end $$;

-- Reports that were added or removed; the argument is 1 or -1. Where a workbook is removed its reports go after it, when it no
-- longer says where they lay: see count_removed_workbook.
create function count_reports() returns trigger language plpgsql as $$
begin
  perform hold_workbooks(array(
    select distinct workbook_id from changed where folder_id is null and workbook_id is not null order by 1));
  perform add_folder_changes(deployment_id, 'REPORT', array_agg(place), array_agg(held), array_agg(lying))
  from (
    select c.deployment_id, coalesce(c.folder_id, w.folder_id) as place,
      (count(c.folder_id) * tg_argv[0]::integer)::integer as held, (count(*) * tg_argv[0]::integer)::integer as lying
    from changed c left join workbooks w on w.id = c.workbook_id
    group by 1, 2
  ) placed where place is not null group by deployment_id;
  return null;
end $$;
create trigger reports_counted_in after insert on reports
referencing new table as changed for each statement execute function count_reports('1');
create trigger reports_counted_out after delete on reports
referencing old table as changed for each statement execute function count_reports('-1');

-- Whether a folder is not there any more: what its removal takes out of it is counted nowhere, with the folder itself. Otherwise one
-- row would be changed for each item that was in it.
create function is_folder_removed(p_folder integer) returns boolean language sql stable as $$
  select p_folder is not null and not exists (select from folders where id = p_folder)
$$;

-- For each row, because most changes are of one, and those of nothing that counts cost nothing.
create function count_moved_report() returns trigger language plpgsql as $$
declare
  v_from integer := old.folder_id;
  v_to integer := new.folder_id;
begin
  if v_to is null and is_folder_removed(v_from) then
    if new.workbook_id is null then return null; end if;
    perform hold_workbooks(array[new.workbook_id]);
    perform add_folder_changes(new.deployment_id, 'REPORT', array[folder_id], array[0], array[1])
    from workbooks where id = new.workbook_id and folder_id is not null;
    return null;
  end if;
  if (v_from is null and old.workbook_id is not null) or (v_to is null and new.workbook_id is not null) then
    perform hold_workbooks(array(
      select distinct workbook from (values (old.workbook_id, v_from), (new.workbook_id, v_to)) as r(workbook, folder)
      where folder is null and workbook is not null order by 1));
    v_from := coalesce(v_from, (select folder_id from workbooks where id = old.workbook_id));
    v_to := coalesce(v_to, (select folder_id from workbooks where id = new.workbook_id));
  end if;
  perform add_folder_changes(new.deployment_id, 'REPORT', array[v_from, v_to],
    array[-(old.folder_id is not null)::integer, (new.folder_id is not null)::integer], array[-1, 1]);
  return null;
end $$;
create trigger reports_counted_on after update of folder_id, workbook_id on reports for each row
when ((old.folder_id is distinct from new.folder_id or old.workbook_id is distinct from new.workbook_id)
  and current_setting('oriel.files_many', true) is distinct from 'on')
execute function count_moved_report();

-- Workbooks that were added or removed; the argument is 1 or -1.
create function count_workbooks() returns trigger language plpgsql as $$
begin
  perform add_folder_changes(deployment_id, 'WORKBOOK', array_agg(folder_id), array_agg(number), array_agg(number))
  from (
    select deployment_id, folder_id, (count(*) * tg_argv[0]::integer)::integer as number
    from changed where folder_id is not null group by 1, 2
  ) placed group by deployment_id;
  return null;
end $$;
create trigger workbooks_counted_in after insert on workbooks
referencing new table as changed for each statement execute function count_workbooks('1');
create trigger workbooks_counted_out after delete on workbooks
referencing old table as changed for each statement execute function count_workbooks('-1');

create function count_moved_workbook() returns trigger language plpgsql as $$
declare
  v_reports integer;
begin
  if new.folder_id is null and is_folder_removed(old.folder_id) then return null; end if;
  v_reports := (select count(*) from reports where workbook_id = new.id and folder_id is null);
  perform add_folder_changes(new.deployment_id, 'WORKBOOK', array[old.folder_id, new.folder_id], array[-1, 1], array[-1, 1]);
  if v_reports > 0 then
    perform add_folder_changes(new.deployment_id, 'REPORT', array[old.folder_id, new.folder_id], array[0, 0], array[-v_reports, v_reports]);
  end if;
  return null;
end $$;
create trigger workbooks_counted_on after update of folder_id on workbooks for each row
when (old.folder_id is distinct from new.folder_id and current_setting('oriel.files_many', true) is distinct from 'on')
execute function count_moved_workbook();

-- Files items of one kind that are in no folder into one, and counts them together: a row that one transaction changes for each of
-- many items takes longer with every change.
create function file_items(p_type text, p_folder integer, p_items integer[]) returns void language plpgsql as $$
declare
  v_deployment integer := (select deployment_id from folders where id = p_folder);
  v_items integer;
  v_reports integer := 0;
begin
  perform set_config('oriel.files_many', 'on', true);
  if p_type = 'REPORT' then
    perform hold_workbooks(array(
      select distinct workbook_id from reports
      where id = any(p_items) and folder_id is null and workbook_id is not null order by 1));
    perform add_folder_changes(v_deployment, p_type, array[place], array[0], array[-number])
    from (
      select w.folder_id as place, count(*)::integer as number from reports r join workbooks w on w.id = r.workbook_id
      where r.id = any(p_items) and r.folder_id is null and w.folder_id is not null group by 1
    ) placed;
    update reports set folder_id = p_folder where id = any(p_items) and folder_id is null;
    get diagnostics v_items = row_count;
  else
    v_reports := (
      select count(*) from reports r join workbooks w on w.id = r.workbook_id
      where w.id = any(p_items) and w.folder_id is null and r.folder_id is null);
    update workbooks set folder_id = p_folder where id = any(p_items) and folder_id is null;
    get diagnostics v_items = row_count;
  end if;
  perform set_config('oriel.files_many', '', true);
  if v_items > 0 then
    perform add_folder_changes(v_deployment, p_type, array[p_folder], array[v_items], array[v_items]);
  end if;
  if v_reports > 0 then
    perform add_folder_changes(v_deployment, 'REPORT', array[p_folder], array[0], array[v_reports]);
  end if;
end $$;

-- Takes out the reports that lie where their workbook lies, while both are still there.
create function count_removed_workbook() returns trigger language plpgsql as $$
declare
  v_reports integer := (select count(*) from reports where workbook_id = old.id and folder_id is null);
begin
  if v_reports > 0 then
    perform add_folder_changes(old.deployment_id, 'REPORT', array[old.folder_id], array[0], array[-v_reports]);
  end if;
  return old;
end $$;
create trigger workbooks_reports_counted before delete on workbooks for each row
when (old.folder_id is not null) execute function count_removed_workbook();

-- Folders that were moved take the numbers of what lies in them along, to the folders that are above them now.
create function count_moved_folders() returns trigger language plpgsql as $$
begin
  if not exists (select from before b join after a using (id) where b.path <> a.path) then return null; end if;
  perform pg_advisory_xact_lock(7231005, deployment_id) from (select distinct deployment_id from after) d;
  insert into folder_counts as kept
  select ancestor.id, content.resource_type, 0, 0, sum(ancestor.sign * content.lying)
  from before b join after a using (id)
  join folder_counts content on content.folder_id = b.id and content.lying <> 0
  cross join lateral (select unnest(b.path), -1 union all select unnest(a.path), 1) as ancestor(id, sign)
  where b.path <> a.path
  group by ancestor.id, content.resource_type
  having sum(ancestor.sign * content.lying) <> 0
  on conflict (folder_id, resource_type) do update set below = kept.below + excluded.below;
  return null;
end $$;
create trigger folders_counted_on after update on folders
referencing old table as before new table as after for each statement execute function count_moved_folders();

-- A removed folder takes what lies in it out of the folders above, and leaves nothing: it may come back with its id.
create function count_removed_folders() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7231005, deployment_id) from (select distinct deployment_id from removed) d;
  update folder_counts kept set below = kept.below - gone.lying
  from (
    select f.id, content.resource_type, sum(content.lying) as lying
    from removed r
    join folder_counts content on content.folder_id = r.id and content.lying <> 0
    join folders f on f.id = any(r.path)
    group by f.id, content.resource_type
  ) gone
  where kept.folder_id = gone.id and kept.resource_type = gone.resource_type;
  delete from folder_counts where folder_id in (select id from removed);
  delete from folder_changes noted using removed
  where noted.deployment_id = removed.deployment_id and noted.folder_id = removed.id;
  return null;
end $$;
create trigger folders_counted_out after delete on folders
referencing old table as removed for each statement execute function count_removed_folders();

-- When the transaction ends: the triggers of what goes with a deployment come after all of its own.
create function forget_folder_changes() returns trigger language plpgsql as $$
begin
  delete from folder_changes where deployment_id = old.id;
  return null;
end $$;
create constraint trigger deployments_uncounted after delete on deployments deferrable initially deferred
for each row execute function forget_folder_changes();
