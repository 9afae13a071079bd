-- Codes by which the window of a sign-in hands the session on to the frame that it was opened for.
create table embed_sign_in_codes (
  hash bytea primary key,
  tenant_id integer not null references tenants on delete cascade,
  -- The session of the console in which the code was made; the token ends with it.
  session_hash bytea not null,
  -- SHA-256 of the secret of the frame.
  challenge bytea not null,
  expires_at timestamptz not null
);
create index embed_sign_in_codes_expiry on embed_sign_in_codes (expires_at);
create index embed_sign_in_codes_tenant on embed_sign_in_codes (tenant_id);
