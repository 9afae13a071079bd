-- Who sees little is shown what was gathered from folders: with the deployment in the index, without reading the rows.
drop index reports_folder_updated;
create index reports_folder_updated on reports (folder_id, updated_at, id) include (deployment_id);
drop index workbooks_folder_updated;
create index workbooks_folder_updated on workbooks (folder_id, updated_at, id) include (deployment_id);
