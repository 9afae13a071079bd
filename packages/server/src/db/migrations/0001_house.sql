-- The account, its people and their credentials; deployments and the workspace; embedding.
-- Every table hangs on a tenant, directly or through its deployment.

create table tenants (
  id integer generated always as identity primary key,
  name text not null unique,
  display_name text,
  -- Signs the tokens of embed sessions.
  embed_secret text not null,
  embed_allowed_origins text[] not null default '{}',
  -- What GET /app-config answers; absent keys have their defaults.
  app_config jsonb not null default '{}',
  created_at timestamptz not null default now()
);

-- A request for a host name that is not listed belongs to the default tenant, which is the oldest.
create table tenant_hosts (
  host text primary key,
  tenant_id integer not null references tenants on delete cascade
);

create table users (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  email text not null,
  username text not null,
  first_name text,
  picture text,
  role text not null check (role in ('Viewer', 'Explorer', 'Developer', 'Admin')),
  password_hash text,
  is_deactivated boolean not null default false,
  last_login timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (tenant_id, lower(email));
create unique index users_username on users (tenant_id, lower(username));

create table groups (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  name text not null,
  description text,
  unique (tenant_id, name)
);

create table group_members (
  group_id integer not null references groups on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);

create table deployments (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  name text not null,
  creation_step text not null default 'ready',
  deploy_branch text not null default 'master',
  -- Signs the data tokens of the query API.
  api_secret text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, name)
);

create table deployment_variables (
  deployment_id integer not null references deployments on delete cascade,
  name text not null,
  value text not null,
  primary key (deployment_id, name)
);

create table api_keys (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  user_id integer not null references users on delete cascade,
  name text not null,
  prefix text not null,
  -- SHA-256 of the key.
  hash bytea not null unique,
  -- Null reaches every deployment of the user.
  deployment_ids integer[],
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_user on api_keys (user_id);

create table console_sessions (
  -- SHA-256 of the cookie's value.
  hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index console_sessions_user on console_sessions (user_id);

create table folders (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  parent_id integer references folders,
  name text not null,
  position integer not null default 0,
  -- The ids from the root down to the folder itself; kept in step by every move.
  path integer[] not null,
  user_id integer references users on delete set null,
  created_by integer references users on delete set null,
  updated_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (path[cardinality(path)] = id)
);
create unique index folders_name on folders (deployment_id, coalesce(parent_id, 0), lower(name));
create index folders_parent on folders (deployment_id, parent_id, position, id);
create index folders_path on folders using gin (path);

create table workbooks (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  folder_id integer references folders on delete set null,
  name text not null,
  slug text,
  -- Holds the dashboard draft under dashboardDraft.
  meta jsonb not null default '{}',
  calculated_fields jsonb not null default '{}',
  user_id integer references users on delete set null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (deployment_id, slug)
);
create index workbooks_folder on workbooks (deployment_id, folder_id);
create index workbooks_updated on workbooks (deployment_id, updated_at desc, id desc);

create table reports (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  public_id text not null unique,
  workbook_id integer references workbooks on delete cascade,
  folder_id integer references folders on delete set null,
  name text not null,
  title text,
  description text,
  sql_query text,
  json_query text,
  pivot_items jsonb,
  -- How the report is drawn: kind, spec, preferences.
  meta jsonb,
  version integer not null default 1,
  source text,
  -- Placements in spreadsheets.
  placements jsonb not null default '[]',
  external_workbook_id text,
  result_location text,
  end_result_cell text,
  user_id integer references users on delete set null,
  created_by integer references users on delete set null,
  refreshed_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index reports_folder on reports (deployment_id, folder_id);
create index reports_workbook on reports (workbook_id);
create index reports_updated on reports (deployment_id, updated_at desc, id desc);
create index reports_name on reports (deployment_id, name, id);

create table dashboards (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  workbook_id integer not null unique references workbooks on delete cascade,
  public_id text not null unique,
  status text not null default 'published' check (status in ('draft', 'published', 'archived')),
  allow_embed boolean not null default false,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now()
);

create table dashboard_versions (
  id integer generated always as identity primary key,
  dashboard_id integer not null references dashboards on delete cascade,
  version_number integer not null,
  title text,
  description text,
  config jsonb not null,
  -- The reports as they were when this version was published.
  report_snapshots jsonb not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  unique (dashboard_id, version_number)
);

-- Who was given what. An owner needs no grant; an admin needs none either. A grant on a folder holds for all below it.
create table grants (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  resource_type text not null check (resource_type in ('FOLDER', 'WORKBOOK', 'REPORT')),
  resource_id integer not null,
  subject_type text not null
    check (subject_type in ('USER', 'GROUP', 'ORGANIZATION', 'EMBED_TENANT', 'ALL_EMBED_USERS')),
  -- 0 where the subject type names everybody.
  subject_id integer not null default 0,
  -- 1 read, 2 edit, 3 manage
  level smallint not null check (level between 1 and 3),
  unique (resource_type, resource_id, subject_type, subject_id)
);
create index grants_subject on grants (deployment_id, subject_type, subject_id);

create table workspace_favorites (
  user_id integer not null references users on delete cascade,
  workbook_id integer not null references workbooks on delete cascade,
  primary key (user_id, workbook_id)
);

create table workspace_views (
  user_id integer not null references users on delete cascade,
  resource_type text not null,
  resource_id integer not null,
  viewed_at timestamptz not null default now(),
  primary key (user_id, resource_type, resource_id)
);

create table embed_tenants (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  name text not null,
  display_name text,
  created_at timestamptz not null default now(),
  unique (tenant_id, name)
);

create table embed_users (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  embed_tenant_id integer not null references embed_tenants on delete cascade,
  external_id text not null,
  email text,
  display_name text,
  picture text,
  is_ephemeral boolean not null default false,
  created_at timestamptz not null default now(),
  last_login timestamptz,
  unique (embed_tenant_id, external_id)
);
create index embed_users_tenant on embed_users (tenant_id);

create table embed_user_groups (
  embed_user_id integer not null references embed_users on delete cascade,
  group_id integer not null references groups on delete cascade,
  primary key (embed_user_id, group_id)
);

create table embed_tenant_groups (
  id integer generated always as identity primary key,
  embed_tenant_id integer not null references embed_tenants on delete cascade,
  name text not null,
  description text,
  created_at timestamptz not null default now(),
  unique (embed_tenant_id, name)
);

create table embed_tenant_group_members (
  group_id integer not null references embed_tenant_groups on delete cascade,
  embed_user_id integer not null references embed_users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (group_id, embed_user_id)
);

create table user_attributes (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  -- Null: of the account; else of one embed tenant.
  embed_tenant_id integer references embed_tenants on delete cascade,
  name text not null,
  type text not null check (type in ('string', 'number', 'boolean', 'string_array', 'number_array')),
  display_name text,
  default_value text,
  description text
);
create unique index user_attributes_name on user_attributes (tenant_id, coalesce(embed_tenant_id, 0), name);

create table user_attribute_values (
  attribute_id integer not null references user_attributes on delete cascade,
  user_id integer not null references users on delete cascade,
  value jsonb not null,
  primary key (attribute_id, user_id)
);

create table embed_user_attribute_values (
  attribute_id integer not null references user_attributes on delete cascade,
  embed_user_id integer not null references embed_users on delete cascade,
  value jsonb not null,
  primary key (attribute_id, embed_user_id)
);

create table embed_sessions (
  -- SHA-256 of the session id.
  hash bytea primary key,
  tenant_id integer not null references tenants on delete cascade,
  deployment_id integer not null references deployments on delete cascade,
  -- What the token will say.
  claims jsonb not null,
  expires_at timestamptz not null
);
create index embed_sessions_expiry on embed_sessions (expires_at);
