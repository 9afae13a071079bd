-- Names are in one order in every list, whatever their case; the tree had it before.
drop index reports_name;
create index reports_name on reports (deployment_id, lower(name), id);

-- The order of a folder's list. Without it the planner may walk through the whole deployment's for a large folder.
create index reports_folder_updated on reports (folder_id, updated_at desc, id desc);
