-- What is deleted from a workspace rests here for a day, as the rows that it had by their tables. The rows themselves are gone, so
-- that no other statement has to know of it, and names and slugs are free again.
create table trash (
  id integer generated always as identity primary key,
  deployment_id integer not null,
  item_type text not null,
  item_id integer not null,
  name text not null,
  -- Where it lay; null is the root.
  folder_id integer,
  owner_id integer,
  deleted_by integer not null,
  deleted_at timestamptz(3) not null default now(),
  -- The request that deleted it.
  undo_id uuid not null,
  content jsonb not null
);
create index trash_deployment on trash (deployment_id, id desc);
create index trash_undo on trash (undo_id);
create index trash_age on trash (deleted_at);

-- Bulk moves that can be undone: where the items were that were to be moved to a folder.
create table bulk_moves (
  id uuid primary key,
  deployment_id integer not null,
  user_id integer not null,
  -- Null is the root.
  folder_id integer,
  moved_at timestamptz(3) not null default now(),
  -- Of each item its type, its id, and the folder that it was in (from).
  items jsonb not null
);
create index bulk_moves_deployment on bulk_moves (deployment_id);
create index bulk_moves_age on bulk_moves (moved_at);

-- Not by references, which each deleted item would lock the row of its deployment for.
create function forget_undoable() returns trigger language plpgsql as $$
begin
  delete from trash where deployment_id in (select id from removed);
  delete from bulk_moves where deployment_id in (select id from removed);
  return null;
end $$;
create trigger deployments_undoable after delete on deployments
referencing old table as removed for each statement execute function forget_undoable();
