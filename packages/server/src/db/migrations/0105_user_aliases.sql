-- What a user is called at an identity provider is an alias of theirs, with an id.
alter table user_identities add column id integer generated always as identity;
alter table user_identities add constraint user_identities_id unique (id);
