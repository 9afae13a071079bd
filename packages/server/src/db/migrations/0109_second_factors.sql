-- Second factors, and sign-ins that wait for one.

create table totp_secrets (
  user_id integer primary key references users on delete cascade,
  encrypted_secret bytea not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  -- Null until a code has been confirmed.
  confirmed_at timestamptz,
  -- The step of time of the last code that was taken: it and earlier ones are taken on no server again.
  last_step bigint not null default 0
);

create table recovery_codes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- SHA-256; a code has 80 random bits.
  hash bytea not null,
  unique (user_id, hash)
);

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- As the authenticator counts; many always say 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Sign-ins that have begun; the cookie of the browser is the only way to go on with one.
create table sign_in_challenges (
  -- SHA-256 of the cookie's value.
  hash bytea primary key,
  tenant_id integer not null references tenants on delete cascade,
  -- The user with the right password; null for a sign-in by passkey, which says who it is.
  user_id integer references users on delete cascade,
  -- What a passkey has to sign; null until it is asked for.
  passkey_challenge text,
  failures integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

alter table console_sessions
  -- Until its user has set up a second factor it is good for nothing else.
  add column is_enrolling boolean not null default false,
  -- What a new passkey has to answer to, and until when.
  add column passkey_challenge text,
  add column passkey_challenge_expires_at timestamptz;
