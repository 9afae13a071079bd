-- How far viewers have seen the threads of comments: up to a comment, and all that were written before it in its thread.
create table dashboard_comment_seen (
  thread_id integer not null references dashboard_comments on delete cascade,
  embed_user_id integer not null references embed_users on delete cascade,
  last_seen_id integer not null,
  primary key (thread_id, embed_user_id)
);
create index dashboard_comment_seen_viewer on dashboard_comment_seen (embed_user_id);
