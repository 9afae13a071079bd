-- Whether somebody has chosen the public id of a report, which then never changes; else it may be chosen once. Of those that are there
-- nobody knows, and they may be given another one.
alter table reports add column is_public_id_chosen boolean not null default false;
