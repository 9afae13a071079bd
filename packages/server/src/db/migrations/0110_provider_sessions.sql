-- The sessions that a provider has vouched for end with it.
alter table console_sessions add constraint console_sessions_identity_provider_id_fkey
foreign key (identity_provider_id) references identity_providers on delete cascade;
