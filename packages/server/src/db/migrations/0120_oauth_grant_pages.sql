-- The list of what a user has let clients do, newest first.
create index oauth_grants_list on oauth_grants (user_id, id);
