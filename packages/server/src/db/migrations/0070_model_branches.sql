-- What Oriel knows of branches of data models beside git: where there is no row for a branch of git, one is made as soon as somebody asks.
create table model_branches (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  name text not null,
  -- What it is merged into; null is the branch that is deployed.
  parent_id integer references model_branches on delete set null,
  is_dev boolean not null default false,
  -- Whose dev-mode branch it is, and which API key began it; null of a user or a key that is gone, and of the console.
  owner_id integer references users on delete set null,
  api_key_id integer references api_keys on delete set null,
  is_staging_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  unique (deployment_id, name),
  check (is_dev or (owner_id is null and api_key_id is null)),
  check (not (is_dev and is_staging_enabled))
);
create index model_branches_parent on model_branches (parent_id) where parent_id is not null;
create index model_branches_owner on model_branches (owner_id) where owner_id is not null;
create index model_branches_key on model_branches (api_key_id) where api_key_id is not null;

-- The branch that calls of a credential are about where they name none.
create table dev_modes (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  user_id integer not null references users on delete cascade,
  -- Null of the console.
  api_key_id integer references api_keys on delete cascade,
  branch_id integer not null references model_branches on delete cascade,
  created_at timestamptz not null default now(),
  unique nulls not distinct (deployment_id, user_id, api_key_id)
);
create index dev_modes_branch on dev_modes (branch_id);
create index dev_modes_user on dev_modes (user_id);
create index dev_modes_key on dev_modes (api_key_id) where api_key_id is not null;
