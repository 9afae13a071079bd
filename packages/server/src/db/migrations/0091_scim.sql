-- What identity providers say of users and groups beyond what the console manages.

alter table users
  add column given_name text,
  add column family_name text,
  -- The e-mail addresses as they were sent, one of them primary, which `email` is. Null: `email` alone.
  add column emails jsonb;
create index users_external_id on users (tenant_id, external_id) where external_id is not null;

alter table groups add column external_id text;

-- A group changes with its members: the time of its last change and its entity tag say so.
create function note_members() returns trigger language plpgsql as $$
begin
  update groups set updated_at = now() where id in (select distinct group_id from changed);
  return null;
end $$;
create trigger group_members_added after insert on group_members
referencing new table as changed for each statement execute function note_members();
create trigger group_members_removed after delete on group_members
referencing old table as changed for each statement execute function note_members();
