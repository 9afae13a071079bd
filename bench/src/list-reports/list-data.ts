import type { TestApp } from '@oriel/server/test';

/** A folder with more reports than others, below the first of the trees. */
export const FULL_FOLDER = 12;
const IN_FULL_FOLDER = 1_000;
const TREES = 10;
/** So many are written by one statement. */
const BATCH = 50_000;

/** Keys of callers by what they see. */
export interface ListCallers {
  admin: string;
  /** All, by a right on each tree. */
  all: string;
  /** A tenth, by a right on one tree and on twenty folders elsewhere. */
  tenth: string;
  /** A hundredth, by a right on each of so many small folders. */
  hundredth: string;
  nobody: string;
}

/**
 * Fills a workspace: ten trees of folders, ten reports in each folder, and a folder with {@link IN_FULL_FOLDER} older
 * ones.
 *
 * @param size reports, of which every folder has ten
 */
export async function fillWorkspace(world: TestApp, size: number): Promise<ListCallers> {
  const { deploymentId, adminId } = world;
  const { pool } = world.database;
  const folders = size / 10;
  await pool.query(
    `insert into folders (id, deployment_id, parent_id, name, path, user_id) overriding system value
     select n, $1, case when n > $4 then n % $4 + 1 end, 'Folder ' || n,
       case when n > $4 then array[n % $4 + 1, n] else array[n] end, $2
     from generate_series(1, $3::integer) n`,
    [deploymentId, adminId, folders, TREES],
  );
  const addReports = (prefix: string, folder: string, age: string, [from, to]: [number, number]) =>
    pool.query(
      `insert into reports (deployment_id, public_id, name, user_id, folder_id, updated_at)
       select $1, $5 || lpad(n::text, 7, '0'), 'Report ' || n, $2, ${folder}, now() - interval '${age}' - n * interval '1 second'
       from generate_series($3::integer, $4::integer) n`,
      [deploymentId, adminId, from, to, prefix],
    );
  for (let from = 0; from < size; from += BATCH)
    await addReports('bench', `n % ${folders} + 1`, '0', [from + 1, Math.min(from + BATCH, size)]);
  await addReports('older', String(FULL_FOLDER), '1 year', [1, IN_FULL_FOLDER]);
  await pool.query('vacuum analyze');
  const small = Array.from({ length: folders / 100 }, (_, index) => 10 * index + 15);
  return {
    admin: world.adminKey,
    all: await makeReader(world, range(1, TREES)),
    tenth: await makeReader(world, [(FULL_FOLDER % TREES) + 1, ...range(1000, 1019)]),
    hundredth: await makeReader(world, small),
    nobody: await makeReader(world, []),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** A user with the right to read some folders. */
async function makeReader(
  { build, database, tenantId, deploymentId }: TestApp,
  folderIds: number[],
): Promise<string> {
  const userId = await build.user({ tenantId, role: 'Explorer' });
  await database.pool.query(
    `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
     select $1, 'FOLDER', id, 'USER', $2, 1 from unnest($3::integer[]) id`,
    [deploymentId, userId, folderIds],
  );
  return build.apiKey({ tenantId, userId });
}
