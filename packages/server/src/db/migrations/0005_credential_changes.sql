-- Tells every server when something changes that decides what a credential may do. Each keeps what it has found out about
-- credentials until then; see identity/credential-cache.ts.

create function tell_credential_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('credential_change', '');
  return null;
end $$;

-- Not of its last use, which is noted all the time.
create trigger api_keys_tell after update of tenant_id, user_id, hash, deployment_ids, expires_at or delete or truncate
on api_keys for each statement execute function tell_credential_change();

create trigger users_tell after update of tenant_id, email, role, is_deactivated or delete or truncate
on users for each statement execute function tell_credential_change();

create trigger groups_tell after update of tenant_id, name or delete or truncate
on groups for each statement execute function tell_credential_change();

create trigger group_members_tell after insert or update or delete or truncate
on group_members for each statement execute function tell_credential_change();

create trigger user_attributes_tell after update of tenant_id, name or delete or truncate
on user_attributes for each statement execute function tell_credential_change();

create trigger user_attribute_values_tell after insert or update or delete or truncate
on user_attribute_values for each statement execute function tell_credential_change();

create trigger deployments_tell after insert or update of tenant_id, name, deploy_branch or delete or truncate
on deployments for each statement execute function tell_credential_change();

create trigger tenant_hosts_tell after insert or update or delete or truncate
on tenant_hosts for each statement execute function tell_credential_change();

-- The oldest tenant has every host that is not listed.
create trigger tenants_tell after insert or delete or truncate
on tenants for each statement execute function tell_credential_change();
