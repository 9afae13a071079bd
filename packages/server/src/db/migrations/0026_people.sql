-- Users, groups and roles as an account manages them, and what a change of them takes away.

alter table users
  -- Null: nothing but what groups and roles of the account's own give.
  alter column role drop not null,
  add column title text,
  add column external_id text,
  add column settings jsonb not null default '{}',
  add column notifications text[] not null default '{}',
  add column tos_accepted jsonb,
  -- Grows when the user may do less or something else than before: what was authenticated earlier writes nothing after that.
  add column access_version integer not null default 1;

-- A link by which a user sets the first or a new password; one for each user, the last that was made.
create table user_invitations (
  user_id integer primary key references users on delete cascade,
  -- SHA-256 of the token in the link.
  hash bytea not null unique,
  expires_at timestamptz not null
);
create index user_invitations_expiry on user_invitations (expires_at);

alter table groups
  -- The built-in role that the members have by it; null for none.
  add column role text check (role in ('Viewer', 'Explorer', 'Developer', 'Admin')),
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now();
alter table group_members add column created_at timestamptz(3) not null default now();
create index groups_newest on groups (tenant_id, id desc);

create table roles (
  id integer generated always as identity primary key,
  tenant_id integer not null references tenants on delete cascade,
  name text not null,
  description text,
  policies jsonb not null default '[]',
  -- Counts the changes of the policies.
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index roles_name on roles (tenant_id, lower(name));

create table user_roles (
  user_id integer not null references users on delete cascade,
  role_id integer not null references roles on delete cascade,
  primary key (user_id, role_id)
);
create index user_roles_role on user_roles (role_id);

create table group_roles (
  group_id integer not null references groups on delete cascade,
  role_id integer not null references roles on delete cascade,
  primary key (group_id, role_id)
);
create index group_roles_role on group_roles (role_id);

-- The access version of users grows by itself, whatever statement takes something from them.

create function renew_access_of_user() returns trigger language plpgsql as $$
begin
  if new.role is distinct from old.role or new.is_deactivated is distinct from old.is_deactivated then
    new.access_version := old.access_version + 1;
  end if;
  return new;
end $$;
create trigger users_access before update of role, is_deactivated on users
for each row execute function renew_access_of_user();

create function renew_access_of_listed() returns trigger language plpgsql as $$
begin
  update users set access_version = access_version + 1 where id in (select user_id from removed);
  return null;
end $$;
create trigger group_members_access after delete on group_members
referencing old table as removed for each statement execute function renew_access_of_listed();
create trigger user_roles_access after delete on user_roles
referencing old table as removed for each statement execute function renew_access_of_listed();

create function renew_access_of_members() returns trigger language plpgsql as $$
begin
  update users set access_version = access_version + 1
  where id in (select m.user_id from group_members m join removed on removed.group_id = m.group_id);
  return null;
end $$;
create trigger group_roles_access after delete on group_roles
referencing old table as removed for each statement execute function renew_access_of_members();

create function renew_access_by_group() returns trigger language plpgsql as $$
begin
  update users set access_version = access_version + 1
  where id in (
    select m.user_id from group_members m
    join removed on removed.id = m.group_id join changed on changed.id = removed.id
    where changed.role is distinct from removed.role
  );
  return null;
end $$;
create trigger groups_access after update on groups
referencing old table as removed new table as changed for each statement execute function renew_access_by_group();

create function renew_access_by_role() returns trigger language plpgsql as $$
begin
  update users set access_version = access_version + 1
  where id in (
    select r.user_id from user_roles r join changed on changed.id = r.role_id
    union
    select m.user_id from group_roles r join changed on changed.id = r.role_id join group_members m on m.group_id = r.group_id
  );
  return null;
end $$;
create trigger roles_access after update on roles
referencing new table as changed for each statement execute function renew_access_by_role();

-- Whoever changes something enters first: the lock is taken, and what was authenticated before is compared with what is there
-- by then. It is one function, so that the comparison sees what was committed while it waited, in one round trip.

create function check_access_version(p_user integer, p_version integer) returns void language plpgsql as $$
begin
  perform from users where id = p_user and access_version = p_version and not is_deactivated;
  if not found then
    raise exception 'The rights of the user % have changed since the request was authenticated', p_user
      using errcode = 'check_violation', constraint = 'users_access_version';
  end if;
end $$;

create function enter_workspace(p_deployment integer, p_is_exclusive boolean, p_user integer, p_version integer)
returns void language plpgsql as $$
begin
  if p_is_exclusive then perform pg_advisory_xact_lock(7231005, p_deployment);
  else perform pg_advisory_xact_lock_shared(7231005, p_deployment);
  end if;
  perform check_access_version(p_user, p_version);
end $$;

-- The same for several transactions of one connection.
create function enter_workspace_for_batch(p_deployment integer, p_is_exclusive boolean, p_user integer, p_version integer)
returns void language plpgsql as $$
begin
  if p_is_exclusive then perform pg_advisory_lock(7231005, p_deployment);
  else perform pg_advisory_lock_shared(7231005, p_deployment);
  end if;
  perform check_access_version(p_user, p_version);
end $$;

-- One change of the people of an account at a time. What takes something away waits for every change of a workspace that was
-- authenticated before, so that none is written after it was answered.
create function enter_account(p_tenant integer, p_takes_away boolean, p_user integer, p_version integer)
returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7231006, p_tenant);
  if p_takes_away then
    perform pg_advisory_xact_lock(7231005, id) from (select id from deployments where tenant_id = p_tenant order by id) d;
  end if;
  perform check_access_version(p_user, p_version);
end $$;

-- What was given to a user or a group is forgotten with it.
create function forget_subject() returns trigger language plpgsql as $$
begin
  delete from grants using removed where subject_type = tg_argv[0] and subject_id = removed.id;
  return null;
end $$;
create trigger users_forgotten after delete on users
referencing old table as removed for each statement execute function forget_subject('USER');
create trigger groups_forgotten after delete on groups
referencing old table as removed for each statement execute function forget_subject('GROUP');

drop trigger users_tell on users;
create trigger users_tell after update of tenant_id, email, role, is_deactivated, access_version or delete or truncate
on users for each statement execute function tell_credential_change();
drop trigger groups_tell on groups;
create trigger groups_tell after update of tenant_id, name, role or delete or truncate
on groups for each statement execute function tell_credential_change();
create trigger user_roles_tell after insert or update or delete or truncate
on user_roles for each statement execute function tell_credential_change();
create trigger group_roles_tell after insert or update or delete or truncate
on group_roles for each statement execute function tell_credential_change();
create trigger roles_tell after update or delete or truncate
on roles for each statement execute function tell_credential_change();
