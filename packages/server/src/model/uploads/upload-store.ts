import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';

/** An upload as it is stored. */
export type UploadRow = Selectable<Tables['modelUploads']>;

/** A file that was sent. */
export type SentFile = Pick<Selectable<Tables['modelUploadFiles']>, 'path' | 'hash' | 'content'>;

/** The SQL of uploads. */
export type UploadStore = ReturnType<typeof createUploadStore>;

/** Makes the store of uploads. */
export function createUploadStore(db: Db) {
  const open = (deploymentId: number, userId: number, id: string) =>
    db
      .selectFrom('modelUploads')
      .selectAll()
      .where('id', '=', id)
      .where('deploymentId', '=', deploymentId)
      .where('userId', '=', userId)
      .where('expiresAt', '>', sql<string>`now()`);
  return {
    async insert(
      upload: Omit<Insertable<Tables['modelUploads']>, 'expiresAt'>,
      seconds: number,
    ): Promise<void> {
      const expiresAt = sql<string>`now() + make_interval(secs => ${seconds})`;
      await db
        .insertInto('modelUploads')
        .values({ ...upload, expiresAt })
        .execute();
    },
    /** Of a user, as long as it has not expired. */
    find: (deploymentId: number, userId: number, id: string): Promise<UploadRow | undefined> =>
      open(deploymentId, userId, id).executeTakeFirst(),
    /** The same, locked until the transaction ends: files are counted and finished by one request at a time. */
    findForUpdate: (deploymentId: number, userId: number, id: string): Promise<UploadRow | undefined> =>
      open(deploymentId, userId, id).forUpdate().executeTakeFirst(),
    /** What an upload has beside a path: files and bytes. */
    async sizeWithout(uploadId: string, path: string): Promise<{ files: number; bytes: number }> {
      const { rows } = await sql<{ files: number; bytes: number }>`
        select count(*) as files, coalesce(sum(length(content)), 0)::bigint as bytes from model_upload_files
        where upload_id = ${uploadId} and path <> ${path}`.execute(db);
      return rows[0] ?? { files: 0, bytes: 0 };
    },
    async putFile(file: Insertable<Tables['modelUploadFiles']>): Promise<void> {
      const { hash, content } = file;
      await db
        .insertInto('modelUploadFiles')
        .values(file)
        .onConflict((conflict) => conflict.columns(['uploadId', 'path']).doUpdateSet({ hash, content }))
        .execute();
    },
    readFiles: (uploadId: string): Promise<SentFile[]> =>
      db
        .selectFrom('modelUploadFiles')
        .select(['path', 'hash', 'content'])
        .where('uploadId', '=', uploadId)
        .orderBy('path')
        .execute(),
    async remove(id: string): Promise<void> {
      await db.deleteFrom('modelUploads').where('id', '=', id).execute();
    },
  };
}
