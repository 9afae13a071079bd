-- Links by which users set another password, each asked for by whoever knows the address: asking again ends none of them, so that nobody
-- can take a link away from another.
create table password_resets (
  id integer generated always as identity primary key,
  -- SHA-256 of the token in the link.
  hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expiry on password_resets (expires_at);
