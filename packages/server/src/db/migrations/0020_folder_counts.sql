-- How many workbooks and reports lie in each folder, so that no list counts its items. A change adds rows and alters none, so
-- that changes at the same time do not wait for each other: what a folder has is the sum of its rows. Now and then a change
-- folds the rows of the folders that it touches into one each. Rows and items are of one snapshot, so the sums are exact.
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
  below integer not null
);
create index folder_counts_folder on folder_counts (folder_id, resource_type) include (held, lying, below);

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

-- Makes one row of the rows of some folders that no other transaction is folding.
create function fold_folder_counts(p_folders integer[]) returns void language plpgsql as $$
begin
  with folded as (
    delete from folder_counts where folder_id = any(array(
      select id from unnest(p_folders) as id where pg_try_advisory_xact_lock(7231006, id)
    )) returning *
  )
  insert into folder_counts
  select folder_id, resource_type, sum(held), sum(lying), sum(below) from folded group by folder_id, resource_type
  having (sum(held), sum(lying), sum(below)) <> (0, 0, 0);
end $$;

-- Adds to the numbers of some folders, and of those above them. Null is no folder, and one that is gone has no numbers.
--
-- The lock of the workspace (see move_folder) keeps the paths as they are until the transaction ends. Each statement after it
-- sees what was committed before the statement was given.
create function add_folder_counts(
  p_deployment integer, p_type text, p_folders integer[], p_held integer[], p_lying integer[]
) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7231005, p_deployment);
  insert into folder_counts
  select ancestor.id, p_type, sum(case when ancestor.id = f.id then change.held else 0 end),
    sum(case when ancestor.id = f.id then change.lying else 0 end), sum(change.lying)
  from unnest(p_folders, p_held, p_lying) as change(folder_id, held, lying)
  join folders f on f.id = change.folder_id
  cross join lateral unnest(f.path) as ancestor(id)
  group by ancestor.id
  having (sum(case when ancestor.id = f.id then change.held else 0 end),
    sum(case when ancestor.id = f.id then change.lying else 0 end), sum(change.lying)) <> (0, 0, 0);
  if random() < 0.02 then
    perform fold_folder_counts(array(
      select distinct unnest(path) from folders where id = any(p_folders[1:100])));
  end if;
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
  perform add_folder_counts(deployment_id, 'REPORT', array_agg(place), array_agg(held), array_agg(lying))
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

-- Takes items from one folder to another: p_held of them name the folder, p_added will name the other.
create function move_folder_counts(
  p_deployment integer, p_type text, p_from integer, p_to integer, p_lying integer, p_held integer, p_added integer
) returns void language plpgsql as $$
declare
  v_from integer[];
  v_to integer[];
begin
  perform pg_advisory_xact_lock_shared(7231005, p_deployment);
  v_from := coalesce((select path from folders where id = p_from), '{}');
  v_to := coalesce((select path from folders where id = p_to), '{}');
  -- What is above both stays as it is.
  insert into folder_counts
  select id, p_type, case when id = p_from then -p_held else 0 end, case when id = p_from then -p_lying else 0 end,
    case when id = any(v_to) then 0 else -p_lying end
  from unnest(v_from) as id where id = p_from or id <> all(v_to)
  union all
  select id, p_type, case when id = p_to then p_added else 0 end, case when id = p_to then p_lying else 0 end,
    case when id = any(v_from) then 0 else p_lying end
  from unnest(v_to) as id where id = p_to or id <> all(v_from);
  if random() < 0.02 then perform fold_folder_counts(v_from || v_to); end if;
end $$;

create function count_moved_report() returns trigger language plpgsql as $$
declare
  v_from integer := old.folder_id;
  v_to integer := new.folder_id;
begin
  if (v_from is null and old.workbook_id is not null) or (v_to is null and new.workbook_id is not null) then
    perform hold_workbooks(array(
      select distinct workbook from (values (old.workbook_id, v_from), (new.workbook_id, v_to)) as r(workbook, folder)
      where folder is null and workbook is not null order by 1));
    v_from := coalesce(v_from, (select folder_id from workbooks where id = old.workbook_id));
    v_to := coalesce(v_to, (select folder_id from workbooks where id = new.workbook_id));
  end if;
  perform move_folder_counts(new.deployment_id, 'REPORT', v_from, v_to, 1,
    (old.folder_id is not null)::integer, (new.folder_id is not null)::integer);
  return null;
end $$;
create trigger reports_counted_on after update of folder_id, workbook_id on reports for each row
when (old.folder_id is distinct from new.folder_id or old.workbook_id is distinct from new.workbook_id)
execute function count_moved_report();

-- Workbooks that were added or removed; the argument is 1 or -1.
create function count_workbooks() returns trigger language plpgsql as $$
begin
  perform add_folder_counts(deployment_id, 'WORKBOOK', array_agg(folder_id), array_agg(number), array_agg(number))
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
  v_reports integer := (select count(*) from reports where workbook_id = new.id and folder_id is null);
begin
  perform move_folder_counts(new.deployment_id, 'WORKBOOK', old.folder_id, new.folder_id, 1, 1, 1);
  if v_reports > 0 then
    perform move_folder_counts(new.deployment_id, 'REPORT', old.folder_id, new.folder_id, v_reports, 0, 0);
  end if;
  return null;
end $$;
create trigger workbooks_counted_on after update of folder_id on workbooks for each row
when (old.folder_id is distinct from new.folder_id) execute function count_moved_workbook();

-- Takes out the reports that lie where their workbook lies, while both are still there.
create function count_removed_workbook() returns trigger language plpgsql as $$
declare
  v_reports integer := (select count(*) from reports where workbook_id = old.id and folder_id is null);
begin
  if v_reports > 0 then
    perform add_folder_counts(old.deployment_id, 'REPORT', array[old.folder_id], array[0], array[-v_reports]);
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
  insert into folder_counts
  select ancestor.id, content.resource_type, 0, 0, sum(ancestor.sign * content.lying)
  from before b join after a using (id)
  join lateral (
    select resource_type, sum(lying)::integer as lying from folder_counts where folder_id = b.id group by resource_type
  ) content on content.lying <> 0
  cross join lateral (select unnest(b.path), -1 union all select unnest(a.path), 1) as ancestor(id, sign)
  where b.path <> a.path
  group by ancestor.id, content.resource_type
  having sum(ancestor.sign * content.lying) <> 0;
  return null;
end $$;
create trigger folders_counted_on after update on folders
referencing old table as before new table as after for each statement execute function count_moved_folders();

-- A removed folder takes what lies in it out of the folders above. What becomes of its items finds no folder any more.
create function count_removed_folders() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7231005, deployment_id) from (select distinct deployment_id from removed) d;
  insert into folder_counts
  select f.id, content.resource_type, 0, 0, -sum(content.lying)
  from removed r
  join lateral (
    select resource_type, sum(lying)::integer as lying from folder_counts where folder_id = r.id group by resource_type
  ) content on content.lying <> 0
  join folders f on f.id = any(r.path)
  group by f.id, content.resource_type;
  delete from folder_counts where folder_id in (select id from removed);
  return null;
end $$;
create trigger folders_counted_out after delete on folders
referencing old table as removed for each statement execute function count_removed_folders();
