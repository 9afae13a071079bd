-- Schedules on which dashboards are sent.
create table notifications (
  id integer generated always as identity primary key,
  deployment_id integer not null references deployments on delete cascade,
  dashboard_id integer not null references dashboards on delete cascade,
  schedule_type text not null check (schedule_type in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM')),
  minute integer,
  hour integer,
  day_of_week integer,
  day_of_month integer,
  custom_cron text,
  cron_expression text not null,
  timezone text not null,
  is_enabled boolean not null default true,
  -- When it is due; null while it is not enabled, or never again.
  next_run_at timestamptz,
  notification_enabled boolean not null default true,
  notification_format text not null default 'png' check (notification_format in ('png', 'pdf')),
  notification_ai_summary boolean not null default false,
  filters jsonb,
  time_grains jsonb,
  member_switchers jsonb,
  -- Where its readers reach the server, where no setting says it.
  base_url text not null,
  -- Under whose rights a run without recipients asks what the dashboard asks.
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notifications_deployment on notifications (deployment_id, id desc);
create index notifications_dashboard on notifications (dashboard_id);
create index notifications_creator on notifications (created_by);
create index notifications_due on notifications (next_run_at) where next_run_at is not null;

create table notification_recipients (
  id integer generated always as identity primary key,
  notification_id integer not null references notifications on delete cascade,
  user_id integer references users on delete cascade,
  embed_user_id integer references embed_users on delete cascade,
  -- What holds for the rendering of a viewer instead of what is stored of them: groups, attributes, security context.
  overrides jsonb not null default '{}',
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, embed_user_id) = 1),
  unique (notification_id, user_id),
  unique (notification_id, embed_user_id)
);
create index notification_recipients_list on notification_recipients (notification_id, id desc);
create index notification_recipients_user on notification_recipients (user_id) where user_id is not null;
create index notification_recipients_viewer on notification_recipients (embed_user_id) where embed_user_id is not null;

create table notification_runs (
  id integer generated always as identity primary key,
  notification_id integer not null references notifications on delete cascade,
  cause text not null check (cause in ('schedule', 'manual')),
  status text not null default 'pending' check (
    status in ('pending', 'running', 'retrying', 'succeeded', 'partial', 'failed', 'not_delivered', 'skipped')
  ),
  error text,
  scheduled_for timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
create index notification_runs_list on notification_runs (notification_id, id desc);
create index notification_runs_age on notification_runs (created_at);
-- A time of the schedule runs once, however many servers look at it.
create unique index notification_runs_once on notification_runs (notification_id, scheduled_for) where cause = 'schedule';

create table notification_deliveries (
  id integer generated always as identity primary key,
  run_id integer not null references notification_runs on delete cascade,
  recipient_id integer references notification_recipients on delete set null,
  user_id integer references users on delete set null,
  embed_user_id integer references embed_users on delete set null,
  type text not null check (type in ('USER', 'EMBED_USER')),
  email text not null,
  status text not null default 'pending' check (
    status in ('pending', 'retrying', 'sent', 'failed', 'not_delivered')
  ),
  attempts integer not null default 0,
  error text,
  is_without_data boolean not null default false,
  sent_at timestamptz,
  -- Which try of the job works on it, so that two never do.
  claimed_until timestamptz,
  unique (run_id, recipient_id)
);
create index notification_deliveries_list on notification_deliveries (run_id, id);
create index notification_deliveries_recipient on notification_deliveries (recipient_id);
create index notification_deliveries_user on notification_deliveries (user_id) where user_id is not null;
create index notification_deliveries_viewer on notification_deliveries (embed_user_id) where embed_user_id is not null;
