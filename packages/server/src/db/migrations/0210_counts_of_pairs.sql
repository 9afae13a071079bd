-- A session plans these for the number of rows that it meets first. An inner join of the old and the new rows planned for
-- one row compares each with every other from then on; a full join, which here finds the same pairs, cannot be planned so.
create or replace function count_moved_reports() returns trigger language plpgsql as $$
begin
  perform hold_workbooks(array(
    select distinct r.workbook_id from before b full join after a using (id)
    cross join lateral (values (b.workbook_id, b.folder_id), (a.workbook_id, a.folder_id)) as r(workbook_id, folder_id)
    where (b.folder_id, b.workbook_id) is distinct from (a.folder_id, a.workbook_id)
      and r.folder_id is null and r.workbook_id is not null order by 1));
  perform add_folder_changes(deployment_id, 'REPORT', array_agg(place), array_agg(held), array_agg(lying))
  from (
    select f.deployment_id, f.id as place, sum(moved.held)::integer as held, sum(moved.lying)::integer as lying
    from (
      select r.folder_id, r.workbook_id, sum(r.sign * (r.folder_id is not null)::integer) as held, sum(r.sign) as lying
      from before b full join after a using (id)
      cross join lateral (values (b.workbook_id, b.folder_id, -1), (a.workbook_id, a.folder_id, 1))
        as r(workbook_id, folder_id, sign)
      where (b.folder_id, b.workbook_id) is distinct from (a.folder_id, a.workbook_id)
      group by r.folder_id, r.workbook_id
    ) moved
    left join workbooks w on w.id = moved.workbook_id
    -- What is not there any more is counted nowhere, see is_folder_removed.
    join folders f on f.id = coalesce(moved.folder_id, w.folder_id)
    group by f.id
  ) placed group by deployment_id;
  return null;
end $$;

create or replace function count_moved_workbooks() returns trigger language plpgsql as $$
declare
  v_type text;
begin
  foreach v_type in array array['WORKBOOK', 'REPORT'] loop
    perform add_folder_changes(deployment_id, v_type, array_agg(place), array_agg(held), array_agg(lying))
    from (
      select f.deployment_id, f.id as place, sum(w.sign * (v_type = 'WORKBOOK')::integer)::integer as held,
        sum(w.sign * w.items)::integer as lying
      from (
        select b.folder_id as was, a.folder_id as becomes, case when v_type = 'WORKBOOK' then 1
          else (select count(*) from reports r where r.workbook_id = a.id and r.folder_id is null) end as items
        from before b full join after a using (id) where b.folder_id is distinct from a.folder_id
      ) moved
      cross join lateral (values (was, -1, items), (becomes, 1, items)) as w(folder_id, sign, items)
      join folders f on f.id = w.folder_id
      where w.items > 0
      group by f.id
    ) placed group by deployment_id;
  end loop;
  return null;
end $$;
