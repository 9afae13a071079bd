-- What a session sets of a viewer holds in the deployment of the session. Until now it held in the whole account, which is
-- where what there is stays: it goes on to hold in every deployment, as long as no session there sets something else.
create table embed_user_deployments (
  embed_user_id integer not null references embed_users on delete cascade,
  deployment_id integer not null references deployments on delete cascade,
  -- Null is what the account knows.
  email text,
  display_name text,
  picture text,
  -- Whether the viewer's memberships here are those with this deployment, instead of those of the account.
  has_groups boolean not null default false,
  has_tenant_groups boolean not null default false,
  primary key (embed_user_id, deployment_id)
);
create index embed_user_deployments_deployment on embed_user_deployments (deployment_id);

create table embed_tenant_deployments (
  embed_tenant_id integer not null references embed_tenants on delete cascade,
  deployment_id integer not null references deployments on delete cascade,
  display_name text not null,
  primary key (embed_tenant_id, deployment_id)
);
create index embed_tenant_deployments_deployment on embed_tenant_deployments (deployment_id);

-- A deployment that is null is the whole account.
alter table embed_user_groups
  drop constraint embed_user_groups_pkey,
  add column deployment_id integer references deployments on delete cascade,
  add constraint embed_user_groups_key unique nulls not distinct (embed_user_id, deployment_id, group_id);
create index embed_user_groups_group on embed_user_groups (group_id);
create index embed_user_groups_deployment on embed_user_groups (deployment_id);

alter table embed_tenant_group_members
  drop constraint embed_tenant_group_members_pkey,
  add column deployment_id integer references deployments on delete cascade,
  add constraint embed_tenant_group_members_key unique nulls not distinct (group_id, embed_user_id, deployment_id);
create index embed_tenant_group_members_user on embed_tenant_group_members (embed_user_id);
create index embed_tenant_group_members_deployment on embed_tenant_group_members (deployment_id);

alter table embed_user_attribute_values
  drop constraint embed_user_attribute_values_pkey,
  add column deployment_id integer references deployments on delete cascade,
  -- Null: the viewer has no value here, whatever holds in the account.
  alter column value drop not null,
  add constraint embed_user_attribute_values_key unique nulls not distinct (attribute_id, embed_user_id, deployment_id),
  add constraint embed_user_attribute_values_account check (value is not null or deployment_id is not null);
create index embed_user_attribute_values_user on embed_user_attribute_values (embed_user_id);
create index embed_user_attribute_values_deployment on embed_user_attribute_values (deployment_id);
