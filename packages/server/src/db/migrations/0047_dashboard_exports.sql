-- Dashboards that are drawn as a file. Rows and files are gone after a few minutes.
create table dashboard_exports (
  -- Random: who has it still has to be who has started the export.
  id text primary key,
  deployment_id integer not null references deployments on delete cascade,
  dashboard_id integer not null references dashboards on delete cascade,
  user_id integer not null references users on delete cascade,
  -- Under whose rights it is drawn: the same for all exports of one person.
  subject text not null,
  format text not null check (format in ('png', 'pdf')),
  request jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  error text,
  content bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index dashboard_exports_expiry on dashboard_exports (expires_at);
create index dashboard_exports_subject on dashboard_exports (deployment_id, subject) where status in ('pending', 'processing');
create index dashboard_exports_dashboard on dashboard_exports (dashboard_id);
create index dashboard_exports_user on dashboard_exports (user_id);
