-- What viewers of embed sessions in creator mode delete and move they take back as users do. A user or a viewer has done it.
alter table trash add column viewer_owner_id integer;
alter table trash add column deleted_by_viewer integer;
alter table bulk_moves alter column user_id drop not null;
alter table bulk_moves add column embed_user_id integer;
create index trash_viewers on trash (coalesce(viewer_owner_id, deleted_by_viewer)) where coalesce(viewer_owner_id, deleted_by_viewer) is not null;
create index bulk_moves_viewers on bulk_moves (embed_user_id) where embed_user_id is not null;

-- What was a viewer's goes with the viewer. What another has deleted of it stays what the other may look at until its day is over.
create function forget_undoable_of_viewers() returns trigger language plpgsql as $$
begin
  delete from trash where coalesce(viewer_owner_id, deleted_by_viewer) in (select id from removed);
  delete from bulk_moves where embed_user_id in (select id from removed);
  return null;
end $$;
create trigger embed_users_undoable after delete on embed_users
referencing old table as removed for each statement execute function forget_undoable_of_viewers();
