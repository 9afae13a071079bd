-- Spaces and agents of deployments. What they do is read from the model repository; here are their ids.
create table agent_spaces (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (deployment_id, name)
);

create table agents (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  space_id integer references agent_spaces on delete set null,
  name text not null,
  title text,
  description text,
  -- The one that every deployment has.
  is_automatic boolean not null default false,
  -- Since when the configuration has it no longer; its threads stay.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (deployment_id, name)
);
create unique index agents_list on agents (deployment_id, id);
create unique index agents_automatic on agents (deployment_id) where is_automatic;
create index agents_space on agents (space_id) where space_id is not null;

create function add_automatic_agent() returns trigger language plpgsql as $$
begin
  insert into agents (deployment_id, name, is_automatic) values (new.id, 'default', true);
  return null;
end $$;
create trigger deployments_automatic_agent after insert on deployments
for each row execute function add_automatic_agent();
insert into agents (deployment_id, name, is_automatic) select id, 'default', true from deployments;

-- Whether holders of data tokens may chat.
alter table deployments add column is_data_chat_allowed boolean not null default false;

-- An ephemeral viewer stays until then, and at least as long as its sessions.
alter table embed_users add column kept_until timestamptz;

-- The last change of a thread has the highest number, which orders lists.
create sequence chat_thread_changes as bigint;

create table chat_threads (
  id uuid primary key default gen_random_uuid(),
  deployment_id integer not null references deployments on delete cascade,
  agent_id integer not null references agents on delete cascade,
  -- One of the two is the owner.
  user_id integer references users on delete cascade,
  embed_user_id integer references embed_users on delete cascade,
  title text not null,
  branch text,
  is_shared boolean not null default false,
  change bigint not null default nextval('chat_thread_changes'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The turn that runs: its message, the process that runs it, when that was last heard of, and whether it is to stop.
  turn_message_id text,
  turn_server uuid,
  turn_beat_at timestamptz,
  is_turn_aborted boolean not null default false,
  -- The turn that a server has suspended.
  suspended_message_id text,
  suspended_at timestamptz,
  check (num_nonnulls(user_id, embed_user_id) = 1)
);
alter sequence chat_thread_changes owned by chat_threads.change;
create unique index chat_threads_list on chat_threads (deployment_id, change);
create unique index chat_threads_of_user on chat_threads (user_id, deployment_id, change) where user_id is not null;
create unique index chat_threads_of_viewer on chat_threads (embed_user_id, deployment_id, change) where embed_user_id is not null;
create unique index chat_threads_shared on chat_threads (deployment_id, change) where is_shared;
create index chat_threads_agent on chat_threads (agent_id);

-- The lines of a thread as they were at last.
create table chat_messages (
  thread_id uuid not null references chat_threads on delete cascade,
  sort integer not null,
  id text not null,
  frame jsonb not null,
  primary key (thread_id, sort),
  unique (thread_id, id)
);

-- What the model is told and has said, step by step.
create table chat_model_messages (
  thread_id uuid not null references chat_threads on delete cascade,
  position integer not null,
  message jsonb not null,
  primary key (thread_id, position)
);

-- Users and groups with whom a thread is shared.
create table chat_thread_readers (
  id integer generated always as identity primary key,
  thread_id uuid not null references chat_threads on delete cascade,
  user_id integer references users on delete cascade,
  group_id integer references groups on delete cascade,
  check (num_nonnulls(user_id, group_id) = 1),
  unique nulls not distinct (thread_id, user_id, group_id)
);
create index chat_thread_readers_user on chat_thread_readers (user_id) where user_id is not null;
create index chat_thread_readers_group on chat_thread_readers (group_id) where group_id is not null;

-- What each person took of models, by the day in UTC. It stays when a thread is deleted.
create table chat_usage (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  user_id integer references users on delete cascade,
  embed_user_id integer references embed_users on delete cascade,
  day date not null,
  llm_calls integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cache_write_tokens bigint not null default 0,
  cache_read_tokens bigint not null default 0,
  check (num_nonnulls(user_id, embed_user_id) = 1),
  unique nulls not distinct (tenant_id, user_id, embed_user_id, day)
);
create index chat_usage_list on chat_usage (tenant_id, day, id);
create index chat_usage_user on chat_usage (user_id) where user_id is not null;
create index chat_usage_viewer on chat_usage (embed_user_id) where embed_user_id is not null;

-- The model of an account.
create table model_endpoints (
  tenant_id integer primary key references tenants on delete cascade,
  -- All null where the account has none of its own.
  provider text,
  base_url text,
  model text,
  encrypted_secret bytea,
  key_id text,
  -- Tokens that one person may use a day; 0 is no limit, null the default.
  daily_limit bigint,
  updated_at timestamptz not null default now(),
  check (num_nonnulls(provider, base_url, model) in (0, 3)),
  check ((encrypted_secret is null) = (key_id is null))
);
