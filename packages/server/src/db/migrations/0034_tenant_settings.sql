-- Switches of the account; absent keys have their defaults.
alter table tenants add column settings jsonb not null default '{}';
