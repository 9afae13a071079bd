import { limits } from '@oriel/contract';
import { sql, type Selectable } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';

/** An upload as it is stored. */
export type UploadRow = Selectable<Tables['modelUploads']>;

/** A file that was sent. */
export type SentFile = Pick<Selectable<Tables['modelUploadFiles']>, 'path' | 'hash' | 'content'>;

/** An upload of a user. */
type UploadRef = Pick<UploadRow, 'deploymentId' | 'userId' | 'id'>;

/** What an upload holds, with the file that was just sent to it. */
type UploadSize = Pick<UploadRow, 'fileCount' | 'sizeBytes'>;

/** Makes the store of uploads. */
export function createUploadStore(db: Db) {
  return bindFirst(db, { insert, find, copyFiles, putFile, readFiles, finish });
}

async function insert(
  db: Db,
  upload: Pick<UploadRow, 'id' | 'deploymentId' | 'branch' | 'baseCommit' | 'root' | 'userId'>,
  seconds: number,
): Promise<void> {
  const expiresAt = sql<string>`now() + make_interval(secs => ${seconds})`;
  await db
    .insertInto('modelUploads')
    .values({ ...upload, expiresAt })
    .execute();
}

/** Of a user, as long as it has not expired; finished or not. */
function find(db: Db, { deploymentId, userId, id }: UploadRef): Promise<UploadRow | undefined> {
  return db
    .selectFrom('modelUploads')
    .selectAll()
    .where('id', '=', id)
    .where('deploymentId', '=', deploymentId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst();
}

/**
 * Copies what was sent by the newest upload of the user to the same branch that was not finished. Answers with what
 * it is.
 */
async function copyFiles(db: Db, { id, ...upload }: UploadRef & Pick<UploadRow, 'branch' | 'root'>) {
  const { rows } = await sql<Pick<SentFile, 'path' | 'hash'>>`
    with source as (
      select id from model_uploads
      where deployment_id = ${upload.deploymentId} and user_id = ${upload.userId} and branch = ${upload.branch}
        and root = ${upload.root} and id <> ${id} and finished_commit is null and expires_at > now() and file_count > 0
      order by created_at desc, id limit 1
    ), copied as (
      insert into model_upload_files (upload_id, path, hash, content)
      select ${id}, f.path, f.hash, f.content from model_upload_files f join source on source.id = f.upload_id
      returning path, hash, length(content) as size
    ), counted as (
      update model_uploads
      set file_count = (select count(*) from copied), size_bytes = (select coalesce(sum(size), 0) from copied)
      where id = ${id}
    )
    select path, hash from copied order by path`.execute(db);
  return rows;
}

/**
 * Keeps a file, and replaces the one that was sent with its path, unless the upload would have too much then: the
 * answer is what it would have. Undefined where there is no such upload that is open.
 *
 * One statement, since its files come one by one; it is not flushed to the disk, for what a crash takes is sent
 * again.
 */
async function putFile(
  db: Db,
  { deploymentId, userId, id }: UploadRef,
  { path, hash, content }: SentFile,
): Promise<UploadSize | undefined> {
  const { rows } = await sql<UploadSize>`
    with upload as (
      select id, file_count, size_bytes, set_config('synchronous_commit', 'off', true) from model_uploads
      where id = ${id} and deployment_id = ${deploymentId} and user_id = ${userId}
        and finished_commit is null and expires_at > now()
      for update
    ), added as (
      select upload.id, 1 - count(f.path) as files, ${content.byteLength}::bigint - coalesce(sum(length(f.content)), 0) as bytes
      from upload left join model_upload_files f on f.upload_id = upload.id and f.path = ${path}
      group by upload.id
    ), next as (
      select id, files, bytes, file_count + files as file_count, (size_bytes + bytes)::bigint as size_bytes
      from upload join added using (id)
    ), written as (
      insert into model_upload_files (upload_id, path, hash, content)
      select id, ${path}, ${hash}, ${content}::bytea from next
      where file_count <= ${limits.MAX_MODEL_FILES} and size_bytes <= ${limits.MAX_MODEL_BYTES}
      on conflict (upload_id, path) do update set hash = excluded.hash, content = excluded.content
      returning upload_id
    ), counted as (
      update model_uploads u set file_count = u.file_count + next.files, size_bytes = u.size_bytes + next.bytes
      from next join written on written.upload_id = next.id where u.id = next.id
    )
    select file_count, size_bytes from next`.execute(db);
  return rows[0];
}

function readFiles(db: Db, uploadId: string): Promise<SentFile[]> {
  return db
    .selectFrom('modelUploadFiles')
    .select(['path', 'hash', 'content'])
    .where('uploadId', '=', uploadId)
    .orderBy('path')
    .execute();
}

/** Notes what came of it. Its files are of no use any more. */
async function finish(db: Db, id: string, finishedCommit: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('modelUploads').set({ finishedCommit }).where('id', '=', id).execute();
    await tx.deleteFrom('modelUploadFiles').where('uploadId', '=', id).execute();
  });
}
