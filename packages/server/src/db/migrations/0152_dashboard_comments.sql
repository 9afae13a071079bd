-- Comments of viewers on dashboards, one level deep: a reply has the comment that has opened its thread as its parent.
create table dashboard_comments (
  id integer generated always as identity primary key,
  dashboard_id integer not null references dashboards on delete cascade,
  -- Its viewers see it, and nobody else.
  embed_tenant_id integer not null references embed_tenants on delete cascade,
  parent_id integer references dashboard_comments on delete cascade,
  -- The author; null where that viewer is gone.
  embed_user_id integer references embed_users on delete set null,
  -- Erased where it was deleted; the row stays for the shape of the thread.
  body text not null,
  -- Viewers whom the body mentions; those that are gone are passed over.
  mentions integer[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  removed_at timestamptz,
  -- Of the comment that has opened a thread alone.
  resolved_at timestamptz,
  resolved_by integer references embed_users on delete set null,
  check ((body = '') = (removed_at is not null)),
  check (parent_id is null or resolved_at is null),
  check (resolved_at is not null or resolved_by is null)
);
create index dashboard_comments_threads on dashboard_comments (dashboard_id, embed_tenant_id, id) where parent_id is null;
create index dashboard_comments_open on dashboard_comments (dashboard_id, embed_tenant_id, id)
  where parent_id is null and resolved_at is null;
create index dashboard_comments_resolved on dashboard_comments (dashboard_id, embed_tenant_id, id)
  where parent_id is null and resolved_at is not null;
create index dashboard_comments_replies on dashboard_comments (parent_id, id) where parent_id is not null;
create index dashboard_comments_tenant on dashboard_comments (embed_tenant_id);
create index dashboard_comments_author on dashboard_comments (embed_user_id) where embed_user_id is not null;
create index dashboard_comments_resolver on dashboard_comments (resolved_by) where resolved_by is not null;
