-- Usage is listed with the newest first; ids are given out day by day.
create unique index chat_usage_newest on chat_usage (tenant_id, id);
drop index chat_usage_list;
