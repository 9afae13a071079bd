-- What the settings of a deployment say. Null is what nobody has set.
alter table deployments
  add column deploy_project_root text not null default '',
  add column deploy_branch_read_only boolean not null default false,
  add column deploy_branch_merge_allowed boolean not null default true,
  add column release_channel text not null default 'latest' check (release_channel in ('latest', 'release')),
  add column release_channel_version_hold boolean,
  add column template text not null default 'single' check (template in ('single', 'simpleCluster', 'multiCluster')),
  add column template_variables jsonb,
  add column custom_domain text,
  add column default_launchpad_view_group text,
  add column launchpad_tabs text[],
  add column csps_config jsonb,
  -- Counts the changes of what its runtimes start from besides the data model: variables, branch, project root.
  add column runtime_version integer not null default 1;

create function count_runtime_change() returns trigger language plpgsql as $$
begin
  new.runtime_version = old.runtime_version + 1;
  return new;
end $$;

create trigger deployments_runtime_version before update of deploy_branch, deploy_project_root on deployments
for each row when (
  old.deploy_branch <> new.deploy_branch or old.deploy_project_root <> new.deploy_project_root
) execute function count_runtime_change();

create function count_variable_change() returns trigger language plpgsql as $$
begin
  update deployments set runtime_version = runtime_version + 1
  where id in (select deployment_id from changed);
  return null;
end $$;

create trigger deployment_variables_added after insert on deployment_variables
referencing new table as changed for each statement execute function count_variable_change();
create trigger deployment_variables_changed after update on deployment_variables
referencing new table as changed for each statement execute function count_variable_change();
create trigger deployment_variables_removed after delete on deployment_variables
referencing old table as changed for each statement execute function count_variable_change();
