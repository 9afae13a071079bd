import { createTestApp, type TestApp } from '@oriel/server/test';
import { connectDatabase, type Database } from '@oriel/server';
import autocannon from 'autocannon';
import fastify, { type FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { compare, measureInTurn, type Bench, type BenchResult } from './bench.ts';

const FOLDERS = 10_000;
const REPORTS = 100_000;
const PAGE = 50;
const ROUNDS = 60;
const TARGET = 1.5;
const CONNECTIONS = 8;
const SECONDS = 5;

/**
 * A page of 50 of 100,000 reports in 10,000 folders, with the folders above each and the caller's access, beside its
 * floor: one Fastify handler with hand-written prepared SQL that finds the caller by its key and answers the same.
 */
export const listReports: Bench = {
  id: 'list-reports',
  title: 'List of 50 reports of 100,000',
  async run(): Promise<BenchResult[]> {
    const world = await createTestApp();
    const database = connectDatabase(world.database.connection);
    const floor = createFloor(database, world.deploymentId);
    try {
      await fill(world);
      const readerKey = await makeReader(world);
      const origins = {
        oriel: `${await listen(world.app)}/api/v1/deployments/${world.deploymentId}/reports?first=${PAGE}`,
        floor: `${await listen(floor)}/reports`,
      };
      return [
        await latency('list-reports.admin', origins, world.adminKey),
        await latency('list-reports.reader', origins, readerKey),
        await throughput('list-reports.admin.throughput', origins, world.adminKey),
        await throughput('list-reports.reader.throughput', origins, readerKey),
      ];
    } finally {
      await floor.close();
      await database.close();
      await world.close();
    }
  },
};

type Origins = Record<'oriel' | 'floor', string>;

async function latency(name: string, origins: Origins, key: string): Promise<BenchResult> {
  const read = async (url: string) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const { items, count } = (await answer.json()) as { items: unknown[]; count: number };
    return { items: items.length, count };
  };
  const [oriel, floor] = [await read(origins.oriel), await read(origins.floor)];
  if (JSON.stringify(oriel) !== JSON.stringify(floor) || oriel.items !== PAGE)
    throw new Error(`${name} answers ${JSON.stringify(oriel)}, its floor ${JSON.stringify(floor)}`);
  const samples = await measureInTurn(
    { oriel: () => read(origins.oriel), floor: () => read(origins.floor) },
    { rounds: ROUNDS, warmUp: 10 },
  );
  return compare(name, samples, { target: TARGET, note: `${oriel.count} visible` });
}

async function throughput(name: string, origins: Origins, key: string): Promise<BenchResult> {
  const load = async (url: string) => {
    const { requests, non2xx } = await autocannon({
      url,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { authorization: `Bearer ${key}` },
    });
    if (non2xx > 0) throw new Error(`${name}: ${non2xx} requests were refused`);
    return requests.average;
  };
  const [oriel, floor] = [await load(origins.oriel), await load(origins.floor)];
  return compare(
    name,
    { oriel: [oriel], floor: [floor] },
    { unit: 'requests/s', target: TARGET, note: `${CONNECTIONS} connections` },
  );
}

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A tree of 10 folders with 999 below each, and ten reports for each folder. */
async function fill({ database: { pool }, deploymentId, adminId }: TestApp): Promise<void> {
  await pool.query(
    `insert into folders (id, deployment_id, parent_id, name, path, user_id) overriding system value
     select n, $1, case when n > 10 then n % 10 + 1 end, 'Folder ' || n,
       case when n > 10 then array[n % 10 + 1, n] else array[n] end, $2
     from generate_series(1, $3::integer) n`,
    [deploymentId, adminId, FOLDERS],
  );
  await pool.query(
    `insert into reports (deployment_id, public_id, name, user_id, folder_id, updated_at)
     select $1, 'bench' || lpad(n::text, 7, '0'), 'Report ' || n, $2, n % $3::integer + 1, now() - n * interval '1 second'
     from generate_series(1, $4::integer) n`,
    [deploymentId, adminId, FOLDERS, REPORTS],
  );
  await pool.query('vacuum analyze');
}

/** A user who may read one of the ten trees, and 20 folders elsewhere. */
async function makeReader({ build, database: { pool }, tenantId, deploymentId }: TestApp): Promise<string> {
  const userId = await build.user({ tenantId, role: 'Explorer' });
  await pool.query(
    `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
     select $1, 'FOLDER', id, 'USER', $2, 1 from unnest(array[3] || array(select generate_series(1000, 1019))) id`,
    [deploymentId, userId],
  );
  return build.apiKey({ tenantId, userId });
}

const CALLER = `select u.id, u.role from api_keys k join users u on u.id = k.user_id
  where k.hash = $1 and not u.is_deactivated and coalesce(k.expires_at > now(), true)`;
const WITH_DETAILS = `
  select page.*, u.email, u.first_name, u.picture,
    (select json_agg(json_build_object('id', a.id, 'name', a.name) order by cardinality(a.path))
     from folders f join folders a on a.id = any(f.path) where f.id = page.folder_id) as folder_path
  from page left join users u on u.id = page.user_id order by page.updated_at desc, page.id desc`;
const ALL = `with page as (
  select * from reports where deployment_id = $1 order by updated_at desc, id desc limit $2
) ${WITH_DETAILS}`;
const GRANTED = `select id from folders where deployment_id = $1 and path && array(
  select resource_id from grants
  where deployment_id = $1 and resource_type = 'FOLDER' and subject_type = 'USER' and subject_id = $2
)`;
const SOME = `with page as (
  select * from reports where deployment_id = $1 and (user_id = $2 or folder_id in (${GRANTED})) order by updated_at desc, id desc limit $3
) ${WITH_DETAILS}`;

const SOME_TOTAL = `select count(*) as total from (
  select id from reports where deployment_id = $1 and user_id = $2
  union select id from reports where deployment_id = $1 and folder_id in (${GRANTED})
) visible`;

function createFloor({ pool }: Database, deploymentId: number): FastifyInstance {
  const app = fastify();
  const ask = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<Record<string, unknown>>({ name, text, values })).rows;
  app.get('/reports', async ({ headers }) => {
    const hash = createHash('sha256')
      .update((headers.authorization ?? '').slice('Bearer '.length))
      .digest();
    const [caller] = await ask('caller', CALLER, [hash]);
    if (!caller) throw new Error('The key is not known');
    const [items, [counted]] = await Promise.all(
      caller['role'] === 'Admin'
        ? [
            ask('all', ALL, [deploymentId, PAGE + 1]),
            ask('total', 'select total from report_counts where deployment_id = $1', [deploymentId]),
          ]
        : [
            ask('some', SOME, [deploymentId, caller['id'], PAGE + 1]),
            ask('some total', SOME_TOTAL, [deploymentId, caller['id']]),
          ],
    );
    const page = items.slice(0, PAGE);
    return { items: page, data: page, hasNextPage: items.length > PAGE, count: counted?.['total'] };
  });
  return app;
}
