-- Programs that users let act for them. The command line of the product is one without a row.
create table oauth_clients (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  client_id text not null unique,
  name text not null,
  uri text,
  application_type text not null check (application_type in ('web', 'native')),
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  -- SHA-256 of the secret.
  secret_hash bytea,
  grant_types text[] not null,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  scopes text[] not null,
  -- Whom it acts as by its own credentials.
  user_id integer references users on delete set null,
  is_dynamic boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((token_endpoint_auth_method = 'none') = (secret_hash is null))
);
create index oauth_clients_tenant on oauth_clients (tenant_id, id);
create index oauth_clients_user on oauth_clients (user_id) where user_id is not null;

-- What a user has let a client do, once for each time that they were asked: the family of the tokens that came of it.
create table oauth_grants (
  id integer generated always as identity primary key,
  -- What tokens name it by.
  key text not null unique,
  tenant_id integer not null references tenants on delete cascade,
  user_id integer not null references users on delete cascade,
  client_id text not null,
  scopes text[] not null,
  -- Null: every one of the user.
  deployment_ids integer[],
  payload jsonb not null,
  is_remembered boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_grants_user on oauth_grants (user_id, client_id, id);
create index oauth_grants_client on oauth_grants (tenant_id, client_id);
create index oauth_grants_expiry on oauth_grants (expires_at);

-- Tokens that are sent like API keys.
create table oauth_access_tokens (
  id integer generated always as identity (cycle) primary key,
  -- SHA-256 of the token.
  hash bytea not null unique,
  tenant_id integer not null references tenants on delete cascade,
  client_id text not null,
  -- Null for a client that acts as nobody.
  user_id integer references users on delete cascade,
  -- Null for a client that acts by itself.
  grant_id integer references oauth_grants on delete cascade,
  -- Of the API; the payload has all.
  scopes text[] not null,
  deployment_ids integer[],
  payload jsonb not null,
  expires_at timestamptz not null
);
create index oauth_access_tokens_grant on oauth_access_tokens (grant_id);
create index oauth_access_tokens_client on oauth_access_tokens (tenant_id, client_id);
create index oauth_access_tokens_user on oauth_access_tokens (user_id);
create index oauth_access_tokens_expiry on oauth_access_tokens (expires_at);

-- Codes, refresh tokens and requests that wait for their user.
create table oauth_tickets (
  kind text not null,
  -- SHA-256 of what names it.
  hash bytea not null,
  tenant_id integer not null references tenants on delete cascade,
  client_id text,
  grant_id integer references oauth_grants on delete cascade,
  -- SHA-256 of the code that a device shows.
  user_code_hash bytea,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (hash, kind)
);
create unique index oauth_tickets_user_code on oauth_tickets (tenant_id, user_code_hash) where user_code_hash is not null;
create index oauth_tickets_grant on oauth_tickets (grant_id) where grant_id is not null;
create index oauth_tickets_client on oauth_tickets (tenant_id, client_id) where client_id is not null;
create index oauth_tickets_expiry on oauth_tickets (expires_at);

create trigger oauth_clients_tell after update of user_id, client_id or delete or truncate
on oauth_clients for each statement execute function tell_credential_change();

create function tell_access_tokens() returns trigger language plpgsql as $$
begin
  -- Expired ones are removed all the time, and nothing rests on them.
  if exists (select from removed where expires_at > now()) then
    perform pg_notify('credential_change', '');
    raise notice 'credential_change';
  end if;
  return null;
end $$;
create trigger oauth_access_tokens_tell after delete on oauth_access_tokens
referencing old table as removed for each statement execute function tell_access_tokens();

-- Whoever is deactivated gets nothing back when they are active again.
create function end_oauth_grants() returns trigger language plpgsql as $$
begin
  delete from oauth_grants where user_id = new.id;
  delete from oauth_access_tokens where user_id = new.id;
  return null;
end $$;
create trigger users_end_oauth_grants after update of is_deactivated on users
for each row when (new.is_deactivated and not old.is_deactivated) execute function end_oauth_grants();
