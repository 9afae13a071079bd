-- The keys of the installation that sign tokens for others: one that signs, the one after it, and those before.
create table signing_keys (
  -- The thumbprint of the public key (RFC 7638).
  kid text primary key,
  state text not null check (state in ('next', 'current', 'previous')),
  public_jwk jsonb not null,
  -- PKCS #8, encrypted.
  encrypted_secret bytea not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  -- Since when it is in its state.
  state_since timestamptz not null default now()
);
create unique index signing_keys_next on signing_keys (state) where state = 'next';
create unique index signing_keys_current on signing_keys (state) where state = 'current';
