-- What a viewer of an embed session in creator mode has made is given to that viewer alone.
alter table grants drop constraint grants_subject_type_check;
alter table grants add constraint grants_subject_type_check
  check (subject_type in ('USER', 'GROUP', 'ORGANIZATION', 'EMBED_TENANT', 'ALL_EMBED_USERS', 'EMBED_USER'));
create trigger embed_users_forgotten after delete on embed_users
referencing old table as removed for each statement execute function forget_subject('EMBED_USER');
