-- The threads that hold the texts of AI widgets: one for each person, widget and state of the dashboard.
create table ai_summaries (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  -- The published dashboard, which keeps its public id over all versions, and the widget on it.
  public_id text not null,
  widget_id text not null,
  -- Of what the text was written from: the prompt, the charts and the controls.
  checksum text not null,
  user_id integer references users on delete cascade,
  embed_user_id integer references embed_users on delete cascade,
  thread_id uuid not null references chat_threads on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, embed_user_id) = 1),
  unique nulls not distinct (deployment_id, public_id, widget_id, user_id, embed_user_id, checksum)
);
create index ai_summaries_thread on ai_summaries (thread_id);
create index ai_summaries_user on ai_summaries (user_id) where user_id is not null;
create index ai_summaries_viewer on ai_summaries (embed_user_id) where embed_user_id is not null;
