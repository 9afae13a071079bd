-- The folders of a viewer take no name from anybody else, also where they are moved: as the index folders_name has it.
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
      and sibling.embed_user_id is not distinct from moved.embed_user_id
  ) then return 'folder_name_taken'; end if;
  update folders set parent_id = p_parent, updated_by = p_actor, updated_at = now() where id = p_folder;
  update folders set path = v_parent_path || path[cardinality(v_path):] where path @> array[p_folder];
  return 'moved';
end $$;
