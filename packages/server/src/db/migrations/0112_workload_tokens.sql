-- What tokens the runtimes of an account are given, to identify themselves to others.
create table oidc_token_configs (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  name text not null,
  audience_type text not null,
  audience text not null,
  sub_format text,
  custom_claims jsonb,
  target_env_var text,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index oidc_token_configs_name on oidc_token_configs (tenant_id, name);
create unique index oidc_token_configs_audience on oidc_token_configs (tenant_id, lower(audience_type))
  where lower(audience_type) <> 'custom';
create unique index oidc_token_configs_variable on oidc_token_configs (tenant_id, target_env_var)
  where target_env_var is not null;

-- Every token that was issued, without the token.
create table workload_tokens (
  id uuid primary key,
  tenant_id integer not null references tenants on delete cascade,
  config_id integer references oidc_token_configs on delete set null,
  deployment_id integer references deployments on delete cascade,
  branch text not null,
  audience text not null,
  subject text not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index workload_tokens_tenant on workload_tokens (tenant_id);
create index workload_tokens_config on workload_tokens (config_id) where config_id is not null;
create index workload_tokens_deployment on workload_tokens (deployment_id) where deployment_id is not null;
create index workload_tokens_expired on workload_tokens (expires_at);
