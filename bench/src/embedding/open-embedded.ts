import { compare, median, type Bench, type BenchResult } from '../support/bench.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import { startEmbeddedPostgres } from '@oriel/server';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpening, type Opened } from '../support/embedded-opening.ts';
import { makeDatabase, startFloor } from '../support/floor-process.ts';
import { cpuOf } from '../support/process-cpu.ts';
import { memoryOf, type ServerMemory } from '../support/process-memory.ts';

const CONNECTIONS = 8;
const SECONDS = 4;
/** Viewers who come again and again. */
const REGULARS = 200;
const OPENINGS = 1_000;
const TARGETS = { perSecond: 600, p99Ms: 40, memoryMb: 350 };

/**
 * Opens the demo's dashboard over the API as a host and its page do: generate a session, exchange it for a token, load
 * the dashboard; for viewers who have been there before, and for new ones. Then what a server holds that was just
 * started and has opened 1,000 with the queries of all charts for new viewers, and what after as many again.
 */
export const openEmbedded: Bench = {
  id: 'open-embedded',
  title: 'Opening embedded dashboards',
  run: async ({ only = '' }): Promise<BenchResult[]> => {
    const results: BenchResult[] = [];
    for (const [name, measure] of Object.entries(cases))
      if (name.includes(only)) results.push(...(await measure()));
    return results;
  },
};

const cases = { times: measureTimes, memory: () => withServer(measureMemory) };

async function withServer(measure: (oriel: OrielProcess) => Promise<BenchResult[]>): Promise<BenchResult[]> {
  const oriel = await startOrielProcess();
  try {
    return await measure(oriel);
  } finally {
    await oriel.stop();
  }
}

/** Oriel and the same by hand, one after the other, on one PostgreSQL that is a process of the benchmark. */
async function measureTimes(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: directory });
  const connection = { ...postgres.connection, database: 'oriel' };
  await makeDatabase(postgres.connection);
  const { user, host } = connection;
  const oriel = await startOrielProcess([
    '--database-url',
    `postgres://${user}@/oriel?host=${encodeURIComponent(host)}`,
  ]);
  const floor = await startFloor(new URL('./open-embedded-floor.ts', import.meta.url), connection);
  try {
    const results: BenchResult[] = [];
    for (const [name, viewerOf] of Object.entries(ways)) {
      const runs = { floor: [] as Run[], oriel: [] as Run[] };
      for (const who of ['oriel', 'floor', 'floor', 'oriel'] as const)
        runs[who].push(
          await runOf(who === 'floor' ? { ...oriel, url: floor.url, pid: floor.pid } : oriel, viewerOf),
        );
      results.push(...toResults(name, runs));
    }
    return results;
  } finally {
    floor.stop();
    await oriel.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Of one server, for some seconds. */
interface Run {
  readonly times: number[];
  readonly perSecond: number;
  /** Processor time of one opening. */
  readonly serverMs: number;
  readonly databaseMs: number;
}

let viewers = REGULARS;
const newViewer = () => (viewers += 1);

const ways = { 'open-embedded': (turn: number) => turn % REGULARS, 'open-embedded.new-viewers': newViewer };

async function runOf(server: OrielProcess, viewerOf: (turn: number) => number): Promise<Run> {
  const open = await createOpening(server, CONNECTIONS);
  await openMany(
    (turn) => open(viewerOf(turn)),
    (turn) => turn < 2 * REGULARS,
  );
  const cpuNow = async () => ({
    server: (await cpuOf(server.pid)).serverMs,
    database: (await cpuOf(process.pid)).databaseMs,
  });
  const [before, started] = [await cpuNow(), performance.now()];
  const times = await openMany(
    (turn) => open(viewerOf(turn)),
    () => performance.now() < started + SECONDS * 1_000,
  );
  const perSecond = times.length / ((performance.now() - started) / 1_000);
  const after = await cpuNow();
  return {
    times,
    perSecond,
    serverMs: (after.server - before.server) / times.length,
    databaseMs: (after.database - before.database) / times.length,
  };
}

function toResults(name: string, { oriel, floor }: Record<'oriel' | 'floor', Run[]>): BenchResult[] {
  const of = (runs: Run[], valueOf: (run: Run) => number) => runs.map(valueOf);
  const each = (part: 'serverMs' | 'databaseMs') =>
    compare(
      `${name}.cpu.${part === 'serverMs' ? 'server' : 'database'}`,
      { oriel: of(oriel, (run) => run[part]), floor: of(floor, (run) => run[part]) },
      { note: 'processor time of one opening' },
    );
  const p99 = of(oriel, ({ times }) => percentile(times, 0.99));
  const perSecond = of(oriel, (run) => run.perSecond);
  return [
    compare(
      `${name}.throughput`,
      { oriel: perSecond, floor: of(floor, (run) => run.perSecond) },
      { unit: 'requests/s', note: `openings, ${CONNECTIONS} at a time` },
    ),
    compare(
      `${name}.target`,
      { oriel: perSecond, floor: [TARGETS.perSecond] },
      { unit: 'requests/s', target: 1, note: 'the floor is what is to be reached' },
    ),
    { name: `${name}.p99`, unit: 'ms', oriel: median(p99), target: TARGETS.p99Ms, samples: { oriel: p99 } },
    each('serverMs'),
    each('databaseMs'),
  ];
}

async function measureMemory(oriel: OrielProcess): Promise<BenchResult[]> {
  const open = await createOpening(oriel, CONNECTIONS);
  const before = await memoryOf(oriel.pid);
  const measureAfter = async (name: string): Promise<BenchResult> => {
    await openMany(
      () => open(newViewer(), { withCharts: true }),
      (turn) => turn < OPENINGS,
    );
    const after = await memoryOf(oriel.pid);
    return {
      name,
      unit: 'MB',
      oriel: after.serverMb,
      target: TARGETS.memoryMb,
      samples: { oriel: [before.serverMb, after.serverMb] },
      note: `PostgreSQL beside it ${toText(before.databaseMb)}, then ${toText(after.databaseMb)}`,
    };
  };
  return [await measureAfter('open-embedded.memory'), await measureAfter('open-embedded.memory.again')];
}

const toText = (mb: ServerMemory['allMb']) => `${mb.toFixed(0)} MB`;

/** Opens as long as wanted, several at a time. @returns milliseconds of each */
async function openMany(
  open: (turn: number) => Promise<Opened>,
  isWanted: (turn: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  let turn = -1;
  const one = async () => {
    while (isWanted((turn += 1))) times.push((await open(turn)).dashboardMs);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return times;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
