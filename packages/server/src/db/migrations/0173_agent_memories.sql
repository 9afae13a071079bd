-- What agents remember beyond a thread: those of a space the same, an agent without one for itself.
create table agent_memories (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  space_id integer references agent_spaces on delete cascade,
  agent_id integer references agents on delete cascade,
  -- Whose it is; neither of the two where everybody has it.
  user_id integer references users on delete cascade,
  embed_user_id integer references embed_users on delete cascade,
  text text not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(space_id, agent_id) = 1),
  check (num_nonnulls(user_id, embed_user_id) <= 1),
  unique nulls not distinct (deployment_id, space_id, agent_id, user_id, embed_user_id, text)
);
create index agent_memories_space on agent_memories (space_id) where space_id is not null;
create index agent_memories_agent on agent_memories (agent_id) where agent_id is not null;
create index agent_memories_user on agent_memories (user_id) where user_id is not null;
create index agent_memories_viewer on agent_memories (embed_user_id) where embed_user_id is not null;
