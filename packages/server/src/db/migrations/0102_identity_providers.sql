-- Identity providers by which people sign in, and who of them is which user.
create table identity_providers (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  kind text not null,
  slug text not null,
  name text not null,
  is_enabled boolean not null default true,
  -- Whether the settings of the server have it.
  is_managed boolean not null default false,
  -- By its kind, without secrets.
  settings jsonb not null,
  encrypted_secret bytea,
  key_id text,
  provisions_users boolean not null default true,
  trusts_emails boolean not null default false,
  -- Where e-mail addresses count as verified; none: everywhere.
  domains text[] not null default '{}',
  -- The claims that say who a person is, and those that give attributes their values.
  claims jsonb not null,
  attributes jsonb not null default '[]',
  -- When a test of these settings last succeeded.
  tested_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint identity_providers_slug unique (tenant_id, slug),
  check ((encrypted_secret is null) = (key_id is null))
);

create table user_identities (
  provider_id integer not null references identity_providers on delete cascade,
  -- What the provider calls the person, once and for all.
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (provider_id, subject),
  -- An e-mail address that the provider gives to another person does not give them the user.
  constraint user_identities_user unique (provider_id, user_id)
);
create index user_identities_of_user on user_identities (user_id);

-- The last test of a provider.
create table identity_provider_tests (
  provider_id integer primary key references identity_providers on delete cascade,
  user_id integer references users on delete set null,
  is_successful boolean not null,
  error text,
  claims jsonb,
  plan jsonb,
  tested_at timestamptz(3) not null default now()
);
create index identity_provider_tests_user on identity_provider_tests (user_id);

-- Sign-ins that have begun, each bound to a browser; ended by their callback, once.
create table sign_on_transactions (
  -- SHA-256 of the state.
  hash bytea primary key,
  -- SHA-256 of the browser's cookie.
  browser_hash bytea not null,
  provider_id integer not null references identity_providers on delete cascade,
  -- The administrator who tests the provider; null: a sign-in.
  tester_id integer references users on delete cascade,
  -- Where to come back to.
  next text not null,
  -- What the protocol has to remember, such as the id of a request; no secrets.
  details jsonb not null default '{}',
  expires_at timestamptz not null
);
create index sign_on_transactions_expiry on sign_on_transactions (expires_at);
create index sign_on_transactions_provider on sign_on_transactions (provider_id);
create index sign_on_transactions_tester on sign_on_transactions (tester_id) where tester_id is not null;

-- How people may sign in; an account without a row takes passwords of everybody.
create table authentication_settings (
  tenant_id integer primary key references tenants on delete cascade,
  requires_provider boolean not null default false,
  -- Keeps their password in any case; the rules of users keep them an active administrator.
  break_glass_user_id integer references users on delete set null,
  constraint authentication_settings_break_glass check (not requires_provider or break_glass_user_id is not null)
);
create index authentication_settings_user on authentication_settings (break_glass_user_id) where break_glass_user_id is not null;

-- Tokens of providers that must not be used again, until they have expired.
create table spent_provider_tokens (
  provider_id integer not null references identity_providers on delete cascade,
  -- SHA-256 of the id of the token.
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (provider_id, hash)
);
create index spent_provider_tokens_expiry on spent_provider_tokens (expires_at);

-- Whatever changes a user: while passwords are switched off, the one who keeps theirs stays an active administrator.
create function keep_break_glass_user() returns trigger language plpgsql as $$
begin
  perform from authentication_settings where break_glass_user_id = new.id and requires_provider;
  if found then
    raise exception 'The user % keeps their password while all others are switched off', new.id
      using errcode = 'check_violation', constraint = 'authentication_settings_break_glass';
  end if;
  return null;
end $$;
create trigger users_keep_break_glass after update of role, is_deactivated, password_hash on users for each row
when (old.role = 'Admin' and (new.role is distinct from 'Admin' or new.is_deactivated or new.password_hash is null))
execute function keep_break_glass_user();
