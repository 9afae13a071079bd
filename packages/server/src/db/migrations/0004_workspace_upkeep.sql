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

-- Lists of the workspace go through an index in each of their orders: a folder by its number, the root by its deployment.
-- Times are kept to the millisecond, as the API shows them, so that a cursor points exactly between two rows.
alter table workbooks
  alter column created_at type timestamptz(3),
  alter column updated_at type timestamptz(3);
alter table workspace_views alter column viewed_at type timestamptz(3);
drop index reports_folder;
create index reports_folder on reports (folder_id, lower(name), id) include (deployment_id);
create index reports_root on reports (deployment_id, lower(name), id) where folder_id is null and workbook_id is null;
drop index workbooks_folder;
create index workbooks_folder on workbooks (folder_id, lower(name), id) include (deployment_id);
create index workbooks_root on workbooks (deployment_id, lower(name), id) where folder_id is null;
create index workbooks_created on workbooks (deployment_id, created_at desc, id desc);
-- With the folders of what somebody owns, which lead to it.
drop index reports_owner;
create index reports_owner on reports (deployment_id, user_id) include (folder_id);
drop index workbooks_owner;
create index workbooks_owner on workbooks (deployment_id, user_id) include (folder_id);

-- How many workbooks a deployment has, kept as the number of its reports is.
create table workbook_counts (
  deployment_id integer primary key references deployments on delete cascade,
  total integer not null
);
insert into workbook_counts select deployment_id, count(*) from workbooks group by deployment_id;

create function count_added_workbooks() returns trigger language plpgsql as $$
begin
  insert into workbook_counts as c select deployment_id, count(*) from added group by deployment_id
  on conflict (deployment_id) do update set total = c.total + excluded.total;
  return null;
end $$;

create function count_removed_workbooks() returns trigger language plpgsql as $$
begin
  update workbook_counts c set total = c.total - gone.total
  from (select deployment_id, count(*) as total from removed group by deployment_id) gone
  where c.deployment_id = gone.deployment_id;
  return null;
end $$;

create trigger workbooks_added after insert on workbooks
referencing new table as added for each statement execute function count_added_workbooks();
create trigger workbooks_removed after delete on workbooks
referencing old table as removed for each statement execute function count_removed_workbooks();
