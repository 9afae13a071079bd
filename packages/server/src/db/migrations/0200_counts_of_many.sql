-- A statement that moves many items counts them together: `oriel.files_many` is 'together' there. Each of many changes of one row in one
-- transaction takes longer than the one before. 'on', of file_items, counts by itself, and everything else for each row.
create function count_moved_reports() returns trigger language plpgsql as $$
begin
  perform hold_workbooks(array(
    select distinct r.workbook_id from before b join after a using (id)
    cross join lateral (values (b.workbook_id, b.folder_id), (a.workbook_id, a.folder_id)) as r(workbook_id, folder_id)
    where (b.folder_id, b.workbook_id) is distinct from (a.folder_id, a.workbook_id)
      and r.folder_id is null and r.workbook_id is not null order by 1));
  perform add_folder_changes(deployment_id, 'REPORT', array_agg(place), array_agg(held), array_agg(lying))
  from (
    select f.deployment_id, f.id as place, sum(r.sign * (r.folder_id is not null)::integer)::integer as held, sum(r.sign)::integer as lying
    from before b join after a using (id)
    cross join lateral (values (b.workbook_id, b.folder_id, -1), (a.workbook_id, a.folder_id, 1)) as r(workbook_id, folder_id, sign)
    left join workbooks w on w.id = r.workbook_id
    -- What is not there any more is counted nowhere, see is_folder_removed.
    join folders f on f.id = coalesce(r.folder_id, w.folder_id)
    where (b.folder_id, b.workbook_id) is distinct from (a.folder_id, a.workbook_id)
    group by f.id
  ) placed group by deployment_id;
  return null;
end $$;

create function count_moved_workbooks() returns trigger language plpgsql as $$
declare
  v_type text;
begin
  foreach v_type in array array['WORKBOOK', 'REPORT'] loop
    perform add_folder_changes(deployment_id, v_type, array_agg(place), array_agg(held), array_agg(lying))
    from (
      select f.deployment_id, f.id as place, sum(w.sign * (v_type = 'WORKBOOK')::integer)::integer as held, sum(w.sign * w.items)::integer as lying
      from (
        select b.folder_id as was, a.folder_id as becomes, case when v_type = 'WORKBOOK' then 1
          else (select count(*) from reports r where r.workbook_id = a.id and r.folder_id is null) end as items
        from before b join after a using (id) where b.folder_id is distinct from a.folder_id
      ) moved
      cross join lateral (values (was, -1, items), (becomes, 1, items)) as w(folder_id, sign, items)
      join folders f on f.id = w.folder_id
      where w.items > 0
      group by f.id
    ) placed group by deployment_id;
  end loop;
  return null;
end $$;

create or replace trigger reports_counted_on after update of folder_id, workbook_id on reports for each row
when ((old.folder_id is distinct from new.folder_id or old.workbook_id is distinct from new.workbook_id)
  and coalesce(current_setting('oriel.files_many', true), '') = '')
execute function count_moved_report();
create trigger reports_counted_together after update on reports
referencing old table as before new table as after for each statement
when (current_setting('oriel.files_many', true) = 'together') execute function count_moved_reports();

create or replace trigger workbooks_counted_on after update of folder_id on workbooks for each row
when (old.folder_id is distinct from new.folder_id and coalesce(current_setting('oriel.files_many', true), '') = '')
execute function count_moved_workbook();
create trigger workbooks_counted_together after update on workbooks
referencing old table as before new table as after for each statement
when (current_setting('oriel.files_many', true) = 'together') execute function count_moved_workbooks();
