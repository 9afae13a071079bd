import { request } from 'node:http';
import pg from 'pg';
import { median, type Bench, type BenchResult } from '../support/bench.ts';
import { withDurableOriel } from '../support/durable-oriel.ts';
import type { OrielProcess } from '../support/oriel-process.ts';
import { memoryOf } from '../support/process-memory.ts';
import { watchHealth } from '../support/watch-health.ts';
import { watchMemory } from '../support/watch-memory.ts';

const MEMBERS = 100_000;
const READERS = 4;
const ALONE = 3;
const LONGEST_HEALTH_MS = 250;
const MOST_MEMORY_MB = 250;
const LONGEST_READ_S = 5;

/**
 * A group of a hundred thousand members that a provisioning client reads whole: how long one reader waits, and with
 * four at once how long `/healthz` waits, and the most memory that the server and its processes hold, PostgreSQL aside.
 */
export const largeGroup: Bench = {
  id: 'large-group',
  title: 'A group of 100,000 members, read whole by SCIM',
  run: () => withDurableOriel(async ({ oriel, connection }) => measure(oriel, await makeGroup(connection))),
};

/** @returns the path of the group */
async function makeGroup(connection: pg.PoolConfig): Promise<string> {
  const pool = new pg.Pool(connection);
  try {
    const { rows } = await pool.query<{ id: number }>(
      `with tenant as (select min(id) as id from tenants), people as (
         insert into users (tenant_id, email, username, first_name, role)
         select tenant.id, 'm' || n || '@example.com', 'm' || n, 'Member Number ' || n, 'Viewer'
         from tenant, generate_series(1, $1::integer) n returning id
       ), made as (insert into groups (tenant_id, name) select id, 'Everybody' from tenant returning id),
       joined as (insert into group_members (group_id, user_id) select made.id, people.id from made, people)
       select id from made`,
      [MEMBERS],
    );
    await pool.query('analyze');
    return `/api/scim/v2/Groups/${rows[0]?.id}`;
  } finally {
    await pool.end();
  }
}

async function measure(oriel: OrielProcess, path: string): Promise<BenchResult[]> {
  const alone: number[] = [];
  let bytes = 0;
  for (let run = 0; run < ALONE; run += 1) {
    const started = performance.now();
    bytes = await read(oriel, path);
    alone.push((performance.now() - started) / 1000);
  }
  const before = await memoryOf(oriel.pid);
  const health = watchHealth(oriel.url);
  const memory = watchMemory(oriel.pid);
  const started = performance.now();
  await Promise.all(Array.from({ length: READERS }, () => read(oriel, path)));
  const seconds = (performance.now() - started) / 1000;
  const [healthMs, memoryMb] = [await health.longest(), await memory.most()];
  const note = `${READERS} readers at once, ${seconds.toFixed(1)} s`;
  const figure = (name: string, unit: 's' | 'ms' | 'MB', samples: number[], target: number, about: string) =>
    ({ name, unit, oriel: median(samples), target, samples: { oriel: samples }, note: about }) as const;
  return [
    figure(
      'large-group.read',
      's',
      alone,
      LONGEST_READ_S,
      `${(bytes / 1024 / 1024).toFixed(1)} MiB, one reader`,
    ),
    figure('large-group.longest-health', 'ms', [healthMs], LONGEST_HEALTH_MS, note),
    figure(
      'large-group.most-memory',
      'MB',
      [memoryMb],
      MOST_MEMORY_MB,
      `${Math.round(before.serverMb)} MB before`,
    ),
  ];
}

/** Reads a group over a connection of its own, and counts the bytes of the answer. */
function read(oriel: OrielProcess, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${oriel.apiKey}` };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, oriel.url), { agent: false, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${path} answers ${answer.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}
