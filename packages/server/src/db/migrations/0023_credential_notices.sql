-- A change of what decides about credentials is told to every server by a notification, and by a notice to the connection that
-- made it: a server that made none in a request has nothing to wait for.
create or replace function tell_credential_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('credential_change', '');
  raise notice 'credential_change';
  return null;
end $$;

-- The secrets that sign tokens are looked up with credentials.
drop trigger deployments_tell on deployments;
create trigger deployments_tell
after insert or update of tenant_id, name, deploy_branch, api_secret or delete or truncate
on deployments for each statement execute function tell_credential_change();

drop trigger tenants_tell on tenants;
create trigger tenants_tell after insert or update of embed_secret or delete or truncate
on tenants for each statement execute function tell_credential_change();
