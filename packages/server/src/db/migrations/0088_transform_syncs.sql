-- Cubes that are generated from the models of dbt: one row for each sync.
create table transform_syncs (
  id text primary key,
  -- In the order in which they were started.
  number integer not null generated always as identity,
  deployment_id integer not null references deployments on delete cascade,
  user_id integer references users on delete set null,
  trigger text not null check (trigger in ('manual', 'api', 'webhook', 'agent', 'unknown')),
  source text not null check (source in ('git', 'manifest')),
  output text not null check (output in ('branch', 'files')),
  -- The branch or tag of the dbt repository that was asked for.
  git_ref text,
  branch text not null,
  -- Whether the sync makes the branch.
  makes_branch boolean not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  stage text not null default 'INITIALIZING',
  -- What of a manifest that was sent along is needed, until the end.
  manifest jsonb,
  stats jsonb not null default '{}',
  phases jsonb not null default '[]',
  log jsonb not null default '[]',
  -- Paths of generated files, and of those that were left as they are with the reason.
  generated jsonb not null default '[]',
  kept jsonb not null default '[]',
  -- The generated files, of a sync that commits none.
  contents jsonb,
  error text,
  failed_phase text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'RUNNING') = (finished_at is null))
);
create index transform_syncs_list on transform_syncs (deployment_id, number desc);
create index transform_syncs_trigger on transform_syncs (deployment_id, trigger, number);
create index transform_syncs_running on transform_syncs (deployment_id) where status = 'RUNNING';
create index transform_syncs_user on transform_syncs (user_id) where user_id is not null;
create index transform_syncs_finished on transform_syncs (finished_at);
