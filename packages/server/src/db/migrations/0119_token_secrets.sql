-- What signs embed and data tokens is encrypted from now on, with a key that no statement sees: a server that starts moves what is in the
-- old columns, which stay for what a server of an earlier version adds meanwhile.
alter table tenants alter column embed_secret drop not null;
alter table deployments alter column api_secret drop not null;

create table embed_secrets (
  tenant_id integer primary key references tenants on delete cascade,
  encrypted_secret bytea not null,
  key_id text not null
);

create table api_secrets (
  deployment_id integer primary key references deployments on delete cascade,
  encrypted_secret bytea not null,
  key_id text not null
);

create trigger embed_secrets_tell after insert or update or delete or truncate
on embed_secrets for each statement execute function tell_credential_change();
create trigger api_secrets_tell after insert or update or delete or truncate
on api_secrets for each statement execute function tell_credential_change();
