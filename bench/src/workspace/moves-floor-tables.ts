import type { Database } from '@oriel/server';

/**
 * The tables that a move by hand needs. Reports and the audit log have the columns and indexes of Oriel's, since a move
 * by hand has the same lists to serve; beside them are the folders of items before a move that can be undone.
 * They have the rows that Oriel has when they are made.
 */
const TABLES = `
  create schema by_hand;
  create table by_hand.users as select id, email, first_name, picture, role from public.users;
  alter table by_hand.users add primary key (id);
  create table by_hand.api_keys as select hash, user_id, expires_at from public.api_keys;
  alter table by_hand.api_keys add primary key (hash);
  create table by_hand.folders as select id, deployment_id, parent_id, name, path, user_id from public.folders;
  alter table by_hand.folders add primary key (id);
  create table by_hand.grants (folder_id integer, user_id integer, level smallint, primary key (folder_id, user_id));
  create table by_hand.reports (like public.reports including defaults including generated including indexes);
  alter table by_hand.reports add foreign key (folder_id) references by_hand.folders;
  insert into by_hand.reports (id, deployment_id, public_id, name, folder_id, user_id, created_at, updated_at, meta)
    select id, deployment_id, public_id, name, folder_id, user_id, created_at, updated_at, meta from public.reports;
  create table by_hand.audit_entries (like public.audit_entries including all);
  create table by_hand.bulk_moves (id uuid primary key, user_id integer, folder_id integer, items jsonb, moved_at timestamptz default now());`;

/** Makes them, in a schema of their own. */
export async function makeMoveTables({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(TABLES);
  await pool.query('vacuum analyze by_hand.reports, by_hand.folders, by_hand.users');
}
