-- Mail to viewers whom a comment mentions: one for each, whatever becomes of the comment later.
create table dashboard_comment_mails (
  comment_id integer not null references dashboard_comments on delete cascade,
  embed_user_id integer not null references embed_users on delete cascade,
  -- Where the author has reached the server.
  base_url text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0,
  -- While a server sends it: when another may take it for dead.
  next_try_at timestamptz not null default now(),
  primary key (comment_id, embed_user_id)
);
create index dashboard_comment_mails_due on dashboard_comment_mails (next_try_at) where status = 'pending';
create index dashboard_comment_mails_viewer on dashboard_comment_mails (embed_user_id);

-- Viewers who want no mail about mentions on a dashboard.
create table mention_mail_stops (
  dashboard_id integer not null references dashboards on delete cascade,
  embed_user_id integer not null references embed_users on delete cascade,
  primary key (dashboard_id, embed_user_id)
);
create index mention_mail_stops_viewer on mention_mail_stops (embed_user_id);
