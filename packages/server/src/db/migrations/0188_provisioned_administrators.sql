-- Whether provisioning, and keys that are narrowed to groups of operations, may change how administrators sign in.
alter table provisioning_settings add column manages_administrators boolean not null default false;

-- Who is an administrator by themselves is asked at each change of an identity provider.
create index users_administrators on users (tenant_id) where role = 'Admin';
