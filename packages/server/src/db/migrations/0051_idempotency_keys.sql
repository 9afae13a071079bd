-- Answers of requests that were sent with an Idempotency-Key, written in the transaction of what they answer.
create table idempotency_keys (
  tenant_id integer not null references tenants on delete cascade,
  -- Who sent it: a user with one of their credentials, or a viewer.
  caller text not null,
  -- SHA-256 of the key.
  key_hash bytea not null,
  -- SHA-256 of operation, address and body.
  request_hash bytea not null,
  -- The answer, encrypted with a key of the installation: it may hold a credential that is shown once.
  key_id text not null,
  encrypted_value bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, caller, key_hash)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
