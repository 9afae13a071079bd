import { createTestApp, type TestApp } from '@oriel/server/test';
import { connectDatabase, type Database } from '@oriel/server';
import autocannon from 'autocannon';
import fastify, { type FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { compare, measureInTurn, type Bench, type BenchResult } from './bench.ts';

const FOLDERS = 10_000;
const REPORTS = 100_000;
/** A folder with many reports, in the tree that the reader may read. */
const FULL_FOLDER = 12;
const IN_FULL_FOLDER = 1_000;
const PAGE = 50;
const ROUNDS = 60;
const CONNECTIONS = 8;
const SECONDS = 5;

/** Of {@link createFirstFloor}, which stays for figures that are compared with older ones. */
const FIRST_TARGETS = { latency: 1.5, throughput: 1.5 };
/** Of {@link createFloor}; the ratio of throughput is the floor's requests to Oriel's. */
const TARGETS = {
  admin: { latency: 1.4, throughput: 1 / 0.7 },
  reader: { latency: 1.6, throughput: 1 / 0.6 },
};

/**
 * A page of 50 of 100,000 reports in 10,000 folders, with the folders above each, the caller's access and the number of
 * all: of the whole deployment and of one folder, to an administrator and to somebody who may read a tenth by a folder far
 * above. The floor is a Fastify handler with one prepared statement that finds the caller by its key, decides the access
 * and answers the page and its number; each field is sent once.
 */
export const listReports: Bench = {
  id: 'list-reports',
  title: 'List of 50 reports of 100,000',
  async run(): Promise<BenchResult[]> {
    const world = await createTestApp();
    const database = connectDatabase(world.database.connection);
    const floor = createFloor(database, world.deploymentId);
    const firstFloor = createFirstFloor(database, world.deploymentId);
    try {
      await fill(world);
      const keys = { admin: world.adminKey, reader: await makeReader(world) };
      const oriel = `${await listen(world.app)}/api/v1/deployments/${world.deploymentId}/reports?first=${PAGE}`;
      const byHand = `${await listen(floor)}/reports`;
      const first = { oriel, floor: `${await listen(firstFloor)}/reports` };
      const whole = { oriel, floor: byHand };
      const folder = { oriel: `${oriel}&folderId=${FULL_FOLDER}`, floor: `${byHand}/${FULL_FOLDER}` };
      const results: BenchResult[] = [];
      for (const who of ['admin', 'reader'] as const) {
        const key = keys[who];
        results.push(
          ...(await measure(`list-reports.${who}`, first, key, FIRST_TARGETS)),
          ...(await measure(`list-reports.by-hand.${who}`, whole, key, TARGETS[who])),
          ...(await measure(`list-reports.folder.${who}`, folder, key, TARGETS[who])),
        );
      }
      return results;
    } finally {
      await floor.close();
      await firstFloor.close();
      await database.close();
      await world.close();
    }
  },
};

type Origins = Record<'oriel' | 'floor', string>;

async function measure(
  name: string,
  origins: Origins,
  key: string,
  targets: Record<'latency' | 'throughput', number>,
): Promise<BenchResult[]> {
  return [
    await latency(name, origins, key, targets.latency),
    await throughput(`${name}.throughput`, origins, key, targets.throughput),
  ];
}

async function latency(name: string, origins: Origins, key: string, target: number): Promise<BenchResult> {
  const read = async (url: string) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const { items, count } = (await answer.json()) as { items: { id: number }[]; count: number };
    return { ids: items.map(({ id }) => id), count };
  };
  const [oriel, floor] = [await read(origins.oriel), await read(origins.floor)];
  if (JSON.stringify(oriel) !== JSON.stringify(floor) || oriel.ids.length !== PAGE)
    throw new Error(`${name} answers ${JSON.stringify(oriel)}, its floor ${JSON.stringify(floor)}`);
  const samples = await measureInTurn(
    { oriel: () => read(origins.oriel), floor: () => read(origins.floor) },
    { rounds: ROUNDS, warmUp: 10 },
  );
  return compare(name, samples, { target, note: `${oriel.count} visible` });
}

async function throughput(name: string, origins: Origins, key: string, target: number): Promise<BenchResult> {
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
    { unit: 'requests/s', target, note: `${CONNECTIONS} connections` },
  );
}

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A tree of 10 folders with 999 below each, ten reports for each folder, and one folder with many older ones. */
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
  await pool.query(
    `insert into reports (deployment_id, public_id, name, user_id, folder_id, updated_at)
     select $1, 'older' || lpad(n::text, 7, '0'), 'Older report ' || n, $2, $3, now() - interval '1 year' - n * interval '1 second'
     from generate_series(1, $4::integer) n`,
    [deploymentId, adminId, FULL_FOLDER, IN_FULL_FOLDER],
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

/** The caller by its key ($1), and what it may do in the deployment ($2). */
const BY_KEY = `caller as materialized (
  select u.id, u.role = 'Admin' as is_admin from api_keys k join users u on u.id = k.user_id
  where k.hash = $1 and not u.is_deactivated and coalesce(k.expires_at > now(), true)
)`;
const SEEN = `seen as materialized (
  select f.id from folders f where f.deployment_id = $2 and f.path && array(
    select g.resource_id from grants g join caller on g.subject_id = caller.id
    where g.deployment_id = $2 and g.resource_type = 'FOLDER' and g.subject_type = 'USER')
)`;
const OF_CALLER = `r.deployment_id = $2 and (
  (select is_admin from caller) or r.user_id = (select id from caller) or r.folder_id in (select id from seen))`;
const PATH = `(select json_agg(json_build_object('id', a.id, 'name', a.name) order by cardinality(a.path))
  from folders f join folders a on a.id = any(f.path) where f.id = page.folder_id)`;
const SHOWN = `select page.*, u.email, u.first_name, u.picture`;
const WHOLE = `with ${BY_KEY}, ${SEEN}, page as (
    select r.* from reports r where ${OF_CALLER} order by r.updated_at desc, r.id desc limit $3
  ), counted as (
    select case when (select is_admin from caller) then (select total from report_counts where deployment_id = $2)
      else (select count(*) from reports r where ${OF_CALLER}) end as total
  )
  ${SHOWN}, ${PATH} as folder_path, counted.total
  from page cross join counted left join users u on u.id = page.user_id
  order by page.updated_at desc, page.id desc`;
const FOLDER = `with ${BY_KEY}, folder as materialized (
    select f.id, f.path from folders f cross join caller
    where f.id = $4 and f.deployment_id = $2 and (caller.is_admin or f.user_id = caller.id or exists (
      select from grants g where g.deployment_id = $2 and g.resource_type = 'FOLDER' and g.resource_id = any(f.path)
        and g.subject_type = 'USER' and g.subject_id = caller.id))
  ), page as (
    select r.* from reports r where r.folder_id = (select id from folder) order by r.updated_at desc, r.id desc limit $3
  )
  ${SHOWN},
    (select json_agg(json_build_object('id', a.id, 'name', a.name) order by cardinality(a.path))
     from folders a where a.id = any((select path from folder)::integer[])) as folder_path,
    (select count(*) from reports r where r.folder_id = (select id from folder)) as total
  from page left join users u on u.id = page.user_id order by page.updated_at desc, page.id desc`;

function createFloor({ pool }: Database, deploymentId: number): FastifyInstance {
  const app = fastify();
  const answer = async (authorization: string | undefined, name: string, text: string, more: unknown[]) => {
    const hash = createHash('sha256').update(keyOf(authorization)).digest();
    const values = [hash, deploymentId, PAGE + 1, ...more];
    const { rows } = await pool.query<{ total: number }>({ name, text, values });
    return { items: rows.slice(0, PAGE), hasNextPage: rows.length > PAGE, count: rows[0]?.total ?? 0 };
  };
  app.get('/reports', ({ headers }) => answer(headers.authorization, 'whole', WHOLE, []));
  app.get<{ Params: { id: string } }>('/reports/:id', ({ headers, params }) =>
    answer(headers.authorization, 'folder', FOLDER, [Number(params.id)]),
  );
  return app;
}

function keyOf(authorization = ''): string {
  return authorization.slice('Bearer '.length);
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

/** The floor of the first figures: it looks the caller up before, asks twice and sends the page twice. */
function createFirstFloor({ pool }: Database, deploymentId: number): FastifyInstance {
  const app = fastify();
  const ask = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<Record<string, unknown>>({ name, text, values })).rows;
  app.get('/reports', async ({ headers }) => {
    const hash = createHash('sha256').update(keyOf(headers.authorization)).digest();
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
