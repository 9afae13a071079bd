-- How each console session began and from where, when it was last used, and when its user last proved who they are.
alter table console_sessions
  add column method text not null default 'password' check (method in ('password', 'passkey', 'oidc', 'saml')),
  -- The provider that vouched for the user, what it calls the user, and the session of theirs there; null for our own methods.
  add column identity_provider_id integer,
  add column provider_subject text,
  add column provider_session text,
  add column user_agent text,
  -- Null for sessions from before this was recorded.
  add column client_address text,
  -- To the minute.
  add column last_used_at timestamptz not null default now(),
  add column authenticated_at timestamptz not null default now();
update console_sessions set last_used_at = created_at, authenticated_at = created_at;
create index console_sessions_provider on console_sessions (identity_provider_id, provider_subject)
where identity_provider_id is not null;
