-- The repository of another host that a deployment is in step with.
create table git_remotes (
  deployment_id integer primary key references deployments on delete cascade,
  kind text not null check (kind in ('github', 'https', 'ssh')),
  -- Without a credential.
  url text not null,
  -- Of the token of an HTTPS remote.
  username text,
  -- A token or a private key, encrypted; GitHub gives tokens when they are needed.
  encrypted_secret bytea,
  key_id text,
  public_key text,
  -- Lines of known_hosts: given, or what was seen first.
  host_keys text,
  -- Of GitHub.
  installation_id bigint,
  repository_id bigint,
  full_name text,
  state text not null default 'waiting' check (state in ('waiting', 'synced', 'diverged', 'failed')),
  error_text text,
  -- What is not in step: branches, each with a reason.
  branches jsonb not null default '[]',
  failures integer not null default 0,
  attempted_at timestamptz,
  synced_at timestamptz,
  next_sync_at timestamptz not null default now(),
  -- One server at a time synchronises.
  claimed_until timestamptz,
  connected_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  check ((encrypted_secret is null) = (key_id is null)),
  check (kind = 'github' or encrypted_secret is not null),
  check (kind <> 'github' or repository_id is not null and installation_id is not null and full_name is not null)
);
create index git_remotes_due on git_remotes (next_sync_at);
create index git_remotes_repository on git_remotes (repository_id) where repository_id is not null;
create index git_remotes_connector on git_remotes (connected_by) where connected_by is not null;

-- Who may act as which user of GitHub, with the tokens that GitHub has given.
create table git_provider_links (
  user_id integer primary key references users on delete cascade,
  login text not null,
  encrypted_secret bytea not null,
  key_id text not null,
  created_at timestamptz not null default now()
);

-- Webhooks that were received, so that none counts twice.
create table git_webhook_deliveries (
  id text primary key,
  received_at timestamptz not null default now()
);
create index git_webhook_deliveries_received on git_webhook_deliveries (received_at);
