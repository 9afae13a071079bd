-- The kinds of items are entries of a table in code (access/resource-kinds.ts), which says for each where its items are
-- stored; grants name them by it.
alter table grants drop constraint grants_resource_type_check;
