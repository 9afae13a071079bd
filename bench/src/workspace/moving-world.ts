import { connectDatabase, type Database } from '@oriel/server';
import { createFactories } from '@oriel/server/test';
import { withDurableOriel } from '../support/durable-oriel.ts';
import { startFloor } from '../support/floor-process.ts';
import { makeMoveTables } from './moves-floor-tables.ts';

/** Who moves. */
export type Mover = 'administrator' | 'user';

/** Oriel and the same moves by hand, in processes of their own, on one PostgreSQL that waits for the disk. */
export interface MovingWorld {
  /** Of Oriel and of the floor, up to the path of the workspace's operations. */
  readonly urls: { readonly oriel: string; readonly floor: string };
  readonly keys: Readonly<Record<Mover, string>>;
  /** Of the plain user. */
  readonly reports: readonly number[];
  /** Two folders of the plain user, three levels deep. */
  readonly folders: readonly number[];
}

/** Runs a measurement in such a world, and removes it afterwards. */
export const withMovingWorld = <T>(measure: (world: MovingWorld) => Promise<T>): Promise<T> =>
  withDurableOriel(async ({ oriel, connection }) => {
    const database = connectDatabase(connection);
    try {
      const filled = await fill(database);
      await makeMoveTables(database);
      const floor = await startFloor(new URL('./moves-floor.ts', import.meta.url), connection);
      try {
        const path = `/api/v1/deployments/${filled.deploymentId}/workspace`;
        const urls = { oriel: `${oriel.url}${path}`, floor: `${floor.url}${path}` };
        const keys = { administrator: oriel.apiKey, user: filled.userKey };
        return await measure({ urls, keys, reports: filled.reports, folders: filled.folders });
      } finally {
        floor.stop();
      }
    } finally {
      await database.close();
    }
  });

const REPORTS = 10_000;

interface Filled extends Pick<MovingWorld, 'reports' | 'folders'> {
  readonly deploymentId: number;
  readonly userKey: string;
}

/** A deployment with folders three levels deep, and reports, all of a plain user. */
async function fill({ db, pool }: Database): Promise<Filled> {
  const made = await pool.query<{ deploymentId: number; tenantId: number }>(
    `insert into deployments (tenant_id, name, api_secret) select t.id, 'Moves', 'unused' from tenants t
     returning id as deployment_id, tenant_id`,
  );
  const [{ deploymentId, tenantId } = { deploymentId: 0, tenantId: 0 }] = made.rows;
  const build = createFactories(db);
  const userId = await build.user({ tenantId, role: 'Explorer' });
  const userKey = await build.apiKey({ tenantId, userId });
  const folders: number[] = [];
  for (let index = 0; index < 2; index += 1) {
    const path: number[] = [];
    for (let level = 0; level < 3; level += 1) {
      const { rows } = await pool.query<{ id: number }>(
        `insert into folders (deployment_id, parent_id, name, path, user_id)
         values ($1, $2, $3, $4::integer[] || currval(pg_get_serial_sequence('folders', 'id'))::integer, $5) returning id`,
        [deploymentId, path.at(-1) ?? null, `Folder ${index} ${level}`, path, userId],
      );
      path.push(rows[0]?.id ?? 0);
    }
    folders.push(path.at(-1) ?? 0);
  }
  const { rows } = await pool.query<{ id: number }>(
    `insert into reports (deployment_id, public_id, name, user_id)
     select $1, 'bench' || lpad(n::text, 7, '0'), 'Report ' || n, $2 from generate_series(1, $3::integer) n returning id`,
    [deploymentId, userId, REPORTS],
  );
  await pool.query('vacuum analyze');
  return { deploymentId, userKey, reports: rows.map(({ id }) => id), folders };
}
