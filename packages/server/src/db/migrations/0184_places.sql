-- The rank of a new folder was computed wrongly, so all of them have the largest one there is, and are told apart by their ids alone.
-- They keep this order, behind the folders that were given a place.
update folders set position = least(ranked.base + ranked.rank, 2147483647)
from (
  select id, row_number() over siblings as rank,
    coalesce((select max(other.position)::bigint from folders other
      where other.deployment_id = f.deployment_id and other.parent_id is not distinct from f.parent_id
        and other.position < 2147483647), -1) as base
  from folders f where position = 2147483647
  window siblings as (partition by deployment_id, parent_id order by id)
) ranked
where ranked.id = folders.id;

-- A report lies in a workbook or in a folder. One that was in both was shown in the workbook alone, and stays there.
update reports set folder_id = null where workbook_id is not null and folder_id is not null;
update trash set content = jsonb_set(content, '{rows,reports}', (
  select jsonb_agg(case when gone ->> 'workbook_id' is null then gone else gone || '{"folder_id": null}' end order by place)
  from jsonb_array_elements(content #> '{rows,reports}') with ordinality as entry(gone, place)))
where jsonb_typeof(content #> '{rows,reports}') = 'array' and content #> '{rows,reports}' <> '[]';
alter table reports add constraint reports_place check (workbook_id is null or folder_id is null);

create or replace function file_items(p_type text, p_folder integer, p_items integer[]) returns void language plpgsql as $$
declare
  v_deployment integer := (select deployment_id from folders where id = p_folder);
  v_items integer;
  v_reports integer := 0;
begin
  perform set_config('oriel.files_many', 'on', true);
  if p_type = 'REPORT' then
    -- One that has become the tab of a workbook stays there.
    update reports set folder_id = p_folder where id = any(p_items) and folder_id is null and workbook_id is null;
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

-- A move to where the folder is changes nothing.
create or replace function move_folder(p_deployment integer, p_folder integer, p_parent integer, p_actor integer, p_max_depth integer)
  returns text language plpgsql as $$
declare
  v_path integer[];
  v_from integer;
  v_parent_path integer[] := '{}';
  v_height integer;
begin
  perform pg_advisory_xact_lock(7231005, p_deployment);
  select path, parent_id into v_path, v_from from folders where id = p_folder and deployment_id = p_deployment;
  if not found then return 'folder_not_found'; end if;
  if p_parent is not null then
    select path into v_parent_path from folders where id = p_parent and deployment_id = p_deployment;
    if not found then return 'destination_not_found'; end if;
    if p_folder = any(v_parent_path) then return 'folder_move_into_itself'; end if;
  end if;
  if v_from is not distinct from p_parent then return 'moved'; end if;
  select max(cardinality(path)) - cardinality(v_path) + 1 into v_height from folders where path @> array[p_folder];
  if cardinality(v_parent_path) + v_height > p_max_depth then return 'folder_too_deep'; end if;
  if exists (
    select 1 from folders sibling join folders moved on moved.id = p_folder
    where sibling.deployment_id = p_deployment and sibling.parent_id is not distinct from p_parent
      and sibling.id <> p_folder and lower(sibling.name) = lower(moved.name)
  ) then return 'folder_name_taken'; end if;
  update folders set parent_id = p_parent, updated_by = p_actor, updated_at = now() where id = p_folder;
  update folders set path = v_parent_path || path[cardinality(v_path):] where path @> array[p_folder];
  return 'moved';
end $$;
