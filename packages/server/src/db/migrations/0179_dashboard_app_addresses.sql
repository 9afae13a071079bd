-- Addresses of the files of dashboard apps: whoever has one reads the files, as long as what it was made with lasts.
create table dashboard_app_addresses (
  -- SHA-256 of the random part of the address.
  hash bytea primary key,
  tenant_id integer not null references tenants on delete cascade,
  deployment_id integer not null references deployments on delete cascade,
  -- What it ends with: the claims of the credential that asked for it.
  claims jsonb not null,
  -- What is served: the files of a published version, or an app that its author tries.
  version_id integer references dashboard_versions on delete cascade,
  workbook_id integer references workbooks on delete cascade,
  app jsonb,
  expires_at timestamptz not null,
  check ((version_id is null) = (app is not null) and (workbook_id is null) = (app is null))
);
create index dashboard_app_addresses_expiry on dashboard_app_addresses (expires_at);
create index dashboard_app_addresses_tenant on dashboard_app_addresses (tenant_id);
create index dashboard_app_addresses_deployment on dashboard_app_addresses (deployment_id);
create index dashboard_app_addresses_version on dashboard_app_addresses (version_id) where version_id is not null;
create index dashboard_app_addresses_workbook on dashboard_app_addresses (workbook_id) where workbook_id is not null;
