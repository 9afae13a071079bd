-- Embed sessions that were ended, until the last token of them has expired.
create table revoked_embed_sessions (
  tenant_id integer not null references tenants on delete cascade,
  -- SHA-256 of the session id.
  hash bytea not null,
  -- Those within the scope of who has ended it; null is every one.
  deployment_ids integer[],
  expires_at timestamptz not null,
  primary key (tenant_id, hash)
);
create index revoked_embed_sessions_expiry on revoked_embed_sessions (expires_at);
create trigger revoked_embed_sessions_told after insert or update on revoked_embed_sessions
for each statement execute function tell_credential_change();
