-- What became of commits. Production answers by the newest build of the deployed branch that succeeded and is not held.
create table model_builds (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  branch text not null,
  -- The commit.
  commit_id text not null,
  -- Of the deployment's variables and project root when it began: with others, a commit that failed is built again.
  runtime_version integer not null,
  cause text not null check (cause in ('create', 'commit', 'merge', 'pull', 'upload', 'push', 'rollback', 'sync')),
  state text not null default 'building' check (state in ('building', 'success', 'failed')),
  error_text text,
  -- Whether production passes it over: a merge into the branch of a deployment that is deployed by uploads alone.
  is_held boolean not null default false,
  -- Whether its commit is kept no longer: production cannot be rolled back to it.
  is_pruned boolean not null default false,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'building') = (finished_at is null))
);
create index model_builds_list on model_builds (deployment_id, id desc);
create index model_builds_commit on model_builds (deployment_id, branch, commit_id, id desc);
create index model_builds_serving on model_builds (deployment_id, branch, id desc) where state = 'success' and not is_held;
create index model_builds_unfinished on model_builds (created_at) where state = 'building';
create index model_builds_creator on model_builds (created_by) where created_by is not null;
