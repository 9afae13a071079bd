-- The hosts from which the account's texts may show pictures.
alter table tenants add column image_hosts text[] not null default '{}';
