-- What hangs on a thing of the workspace by its kind and number, which no foreign key can follow, goes when the thing
-- goes: also with a workbook its reports'.
create index workspace_views_resource on workspace_views (resource_type, resource_id);

create function forget_removed() returns trigger language plpgsql as $$
begin
  delete from grants using removed where resource_type = tg_argv[0] and resource_id = removed.id;
  delete from workspace_views using removed where resource_type = tg_argv[0] and resource_id = removed.id;
  return null;
end $$;

create trigger folders_forgotten after delete on folders
referencing old table as removed for each statement execute function forget_removed('FOLDER');
create trigger workbooks_forgotten after delete on workbooks
referencing old table as removed for each statement execute function forget_removed('WORKBOOK');
create trigger reports_forgotten after delete on reports
referencing old table as removed for each statement execute function forget_removed('REPORT');

delete from grants where not exists (
  select from folders where resource_type = 'FOLDER' and id = resource_id
  union all select from workbooks where resource_type = 'WORKBOOK' and id = resource_id
  union all select from reports where resource_type = 'REPORT' and id = resource_id
);

-- Nothing ever wrote it.
drop table workspace_favorites;
