-- A key may be narrowed to reading, and to the operations of some groups of the reference.
alter table api_keys
  add column is_read_only boolean not null default false,
  add column tags text[];

-- What a credential may do has changed with these as well.
drop trigger api_keys_tell on api_keys;
create trigger api_keys_tell
after update of tenant_id, user_id, hash, deployment_ids, expires_at, is_read_only, tags or delete or truncate
on api_keys for each statement execute function tell_credential_change();
