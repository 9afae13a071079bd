-- The order of a folder's list, all columns in one direction: pages of it are ranges of the index, which begin anywhere.
drop index reports_folder_updated;
create index reports_folder_updated on reports (folder_id, updated_at, id);
create index workbooks_folder_updated on workbooks (folder_id, updated_at, id);
