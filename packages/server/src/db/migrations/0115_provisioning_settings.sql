-- The roles of users whom an identity provider brings.

create table provisioning_settings (
  tenant_id integer primary key references tenants on delete cascade,
  -- What holds without a role of the account, and again when that is deleted.
  default_role text not null default 'Viewer' check (default_role in ('Viewer', 'Explorer', 'Developer')),
  default_role_id integer references roles on delete set null,
  check (default_role_id is null or default_role = 'Viewer')
);
create index provisioning_settings_role on provisioning_settings (default_role_id);

-- Groups are named as the provider names them; there need not be one yet.
create table group_role_mappings (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  group_name text not null,
  role text check (role in ('Viewer', 'Explorer', 'Developer')),
  role_id integer references roles on delete cascade,
  check ((role is null) <> (role_id is null))
);
create unique index group_role_mappings_group
on group_role_mappings (tenant_id, lower(group_name), coalesce(role, ''), coalesce(role_id, 0));
create index group_role_mappings_role on group_role_mappings (role_id);
