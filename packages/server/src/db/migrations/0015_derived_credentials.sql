-- A key that was made with another goes with it.
alter table api_keys add column made_with integer references api_keys on delete cascade;
create index api_keys_made_with on api_keys (made_with);
