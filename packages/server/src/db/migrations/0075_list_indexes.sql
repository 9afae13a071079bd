-- Lists that are read in the order of an index, from wherever a page begins, also where a filter leaves little of them.

-- Few users are deactivated.
create index users_deactivated on users (tenant_id, lower(email), id) where is_deactivated;

create index user_attributes_list on user_attributes (tenant_id, id) where embed_tenant_id is null;
create index user_attributes_type on user_attributes (tenant_id, type, id) where embed_tenant_id is null;

create index deployments_list on deployments (tenant_id, creation_step, id);

-- Viewers are listed by their address or else by the name that the host has for them; those of one visit are in no list.
create index embed_users_list on embed_users (embed_tenant_id, lower(coalesce(email, external_id)), id) where not is_ephemeral;

create index model_builds_state on model_builds (deployment_id, state, id);

create index reports_spreadsheet on reports (external_workbook_id) where external_workbook_id is not null;

-- The first level of folders: an index with the folder above is in the order of positions only below a folder.
create index folders_root on folders (deployment_id, position, id) where parent_id is null;

-- In the order of the list also where a dashboard has many, or none.
drop index notifications_dashboard;
create index notifications_dashboard on notifications (dashboard_id, id);

-- Who has changed what, and what was changed in a deployment, are asked for most.
create index audit_entries_user on audit_entries (tenant_id, (caller ->> 'userId'), at, id);
create index audit_entries_deployment on audit_entries (tenant_id, deployment_id, at, id);
