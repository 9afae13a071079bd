-- What viewers of embed sessions in creator mode make is theirs, and goes with them.
alter table folders add column embed_user_id integer references embed_users on delete cascade;
alter table workbooks add column embed_user_id integer references embed_users on delete cascade;
alter table reports add column embed_user_id integer references embed_users on delete cascade;
create index folders_viewer on folders (embed_user_id) where embed_user_id is not null;
create index workbooks_viewer on workbooks (embed_user_id) where embed_user_id is not null;
create index reports_viewer on reports (embed_user_id) where embed_user_id is not null;

-- The folders below those of a viewer go before them, whoever made them.
create function delete_folders_of_viewer() returns trigger language plpgsql as $$
begin
  delete from folders where path && array(select id from folders where embed_user_id = old.id);
  return old;
end $$;
create trigger embed_users_folders before delete on embed_users
for each row execute function delete_folders_of_viewer();

-- Copies that viewers have made until now were given to be read.
update workbooks set embed_user_id = g.subject_id from grants g
where g.subject_type = 'EMBED_USER' and g.resource_type = 'WORKBOOK' and g.resource_id = workbooks.id
  and exists (select from embed_users u where u.id = g.subject_id);
update grants set level = 3 where subject_type = 'EMBED_USER';

-- The folders of a viewer take no name from anybody else.
drop index folders_name;
create unique index folders_name on folders
  (deployment_id, coalesce(parent_id, 0), lower(name), coalesce(embed_user_id, 0));

alter table grants drop constraint grants_subject_type_check;
alter table grants add constraint grants_subject_type_check check (
  subject_type in ('USER', 'GROUP', 'ORGANIZATION', 'EMBED_TENANT', 'ALL_EMBED_USERS', 'EMBED_USER', 'EMBED_GROUP'));
create trigger embed_tenant_groups_forgotten after delete on embed_tenant_groups
referencing old table as removed for each statement execute function forget_subject('EMBED_GROUP');

-- What each viewer has marked, of whichever kind.
create table viewer_favorites (
  embed_user_id integer not null references embed_users on delete cascade,
  resource_type text not null check (resource_type in ('FOLDER', 'WORKBOOK', 'REPORT')),
  resource_id integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (embed_user_id, resource_type, resource_id)
);
create index viewer_favorites_resource on viewer_favorites (resource_type, resource_id);
create or replace function delete_favorites_of_removed() returns trigger language plpgsql as $$
begin
  delete from workspace_favorites using removed where resource_type = tg_argv[0] and resource_id = removed.id;
  delete from viewer_favorites using removed where resource_type = tg_argv[0] and resource_id = removed.id;
  return null;
end $$;

-- Null for a viewer.
alter table trash alter column deleted_by drop not null;
