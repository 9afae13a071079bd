import { connectDatabase, type Database } from '@oriel/server';
import autocannon from 'autocannon';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';
import { withDurableOriel } from '../support/durable-oriel.ts';
import { startFloor } from '../support/floor-process.ts';

const REPORTS = 10_000;
const ROUNDS = 300;
const CONNECTIONS = 8;
const SECONDS = 5;
/** Of throughput the ratio is the floor's moves to Oriel's. */
const TARGETS = { latency: 1.6, throughput: 2 };

/**
 * One move of a report over HTTP, on a PostgreSQL that waits for the disk, beside the same move by hand: a Fastify handler
 * with one prepared statement ({@link file://./one-move-floor.ts}). Servers, database and client are processes of their own.
 */
export const oneMove: Bench = {
  id: 'one-move',
  title: 'One move of a report',
  run: (): Promise<BenchResult[]> =>
    withDurableOriel(async ({ oriel, connection }) => {
      const floor = await startFloor(new URL('./one-move-floor.ts', import.meta.url), connection);
      const database = connectDatabase(connection);
      try {
        const world = await fill(database);
        const path = `/api/v1/deployments/${world.deploymentId}/workspace/move`;
        const urls = { oriel: `${oriel.url}${path}`, floor: `${floor.url}${path}` };
        const headers = { authorization: `Bearer ${oriel.apiKey}`, 'content-type': 'application/json' };
        return [await latency(urls, headers, world), await throughput(urls, headers, world)];
      } finally {
        await database.close();
        floor.stop();
      }
    }),
};

type Urls = Record<'oriel' | 'floor', string>;

interface World {
  deploymentId: number;
  reports: number[];
  folders: number[];
}

async function latency(urls: Urls, headers: Record<string, string>, world: World): Promise<BenchResult> {
  const movers = { oriel: createMoves(world, 0), floor: createMoves(world, 1) };
  const move = async (who: keyof Urls) => {
    const { expected, body } = movers[who]();
    const answer = await fetch(urls[who], { method: 'POST', headers, body });
    const moved = (await answer.json()) as { folderId?: number; folder_id?: number };
    if ((moved.folderId ?? moved.folder_id) !== expected)
      throw new Error(`A move was answered with ${answer.status} ${JSON.stringify(moved)}`);
  };
  const samples = await measureInTurn(
    { oriel: () => move('oriel'), floor: () => move('floor') },
    { rounds: ROUNDS, warmUp: 100 },
  );
  return compare('one-move', samples, { target: TARGETS.latency });
}

/** The moves of one report, to and fro. */
function createMoves({ reports, folders }: World, index: number): () => { expected: number; body: string } {
  let turn = 0;
  return () => {
    const expected = folders[(turn += 1) % folders.length] ?? 0;
    return { expected, body: JSON.stringify({ type: 'REPORT', id: reports[index], folderId: expected }) };
  };
}

async function throughput(urls: Urls, headers: Record<string, string>, world: World): Promise<BenchResult> {
  const load = async (who: keyof Urls, seconds: number) => {
    // Each connection moves a report of its own: moves of one wait for each other.
    let connection = who === 'oriel' ? 100 : 200;
    const { requests, non2xx } = await autocannon({
      url: urls[who],
      method: 'POST',
      headers,
      connections: CONNECTIONS,
      duration: seconds,
      setupClient: (client) => {
        const next = createMoves(world, (connection += 1));
        client.setRequests(world.folders.map(() => ({ body: next().body })));
      },
    });
    if (non2xx > 0) throw new Error(`${non2xx} moves were refused`);
    return requests.average;
  };
  const samples = { oriel: [] as number[], floor: [] as number[] };
  for (const who of ['oriel', 'floor'] as const) await load(who, 2);
  for (const who of ['oriel', 'floor', 'floor', 'oriel'] as const)
    samples[who].push(await load(who, SECONDS));
  return compare('one-move.throughput', samples, {
    unit: 'requests/s',
    target: TARGETS.throughput,
    note: `${CONNECTIONS} connections`,
  });
}

/** A deployment with folders three levels deep, and reports of the administrator. */
async function fill({ pool }: Database): Promise<World> {
  const made = await pool.query<{ deploymentId: number; userId: number }>(
    `insert into deployments (tenant_id, name, api_secret) select t.id, 'Moves', 'unused' from tenants t
     returning id as deployment_id, (select min(id) from users) as user_id`,
  );
  const [{ deploymentId, userId } = { deploymentId: 0, userId: 0 }] = made.rows;
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
  return { deploymentId, reports: rows.map(({ id }) => id), folders };
}
