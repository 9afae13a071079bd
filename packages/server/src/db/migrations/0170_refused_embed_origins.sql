-- Origins with pages that wanted to frame an embedded surface of an account and were refused.
create table refused_embed_origins (
  tenant_id integer not null references tenants on delete cascade,
  origin text not null,
  refusals integer not null,
  first_refused_at timestamptz not null default now(),
  last_refused_at timestamptz not null default now(),
  primary key (tenant_id, origin)
);

-- Sessions with a refusal that is noted already: a session makes one at most. They stay apart from the sessions, which are found
-- by where they lie while they are exchanged.
create table refused_embed_sessions (
  -- SHA-256 of the session id.
  hash bytea primary key,
  expires_at timestamptz not null
);
create index refused_embed_sessions_expiry on refused_embed_sessions (expires_at);
