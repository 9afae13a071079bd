import { serverBrands } from '@oriel/contract/brand';
import { brands } from '@oriel/embed';
import { embedTenants, statesAttribute, workspace } from '@oriel/demo';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Request } from 'playwright-core';
import { build } from 'vite';
import { compare, median, type Bench, type BenchResult } from '../support/bench.ts';
import { findDemoDashboard } from '../support/browser-surface.ts';
import { loadFrame } from '../support/load-frame.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import type { FloorChart } from './floor-server.ts';

const ROUNDS = 9;
const LOADED_TARGET = 1.15;
const PAINT_TARGET = 1;
const [tenant] = embedTenants;

interface Sample {
  /** Milliseconds from the navigation of the frame to the message that all charts stand. */
  loaded: number;
  /** Milliseconds to the frame's first contentful paint. */
  painted: number;
  /** Bytes of script as they came over the wire. */
  scriptBytes: number;
}

interface Page {
  /** Where a frame with the dashboard starts. */
  address(): Promise<string>;
  /** The type of the message that all charts stand. */
  message: string;
}

/**
 * The demo's dashboard of twelve charts in a frame, beside a page by hand that draws the same twelve documents from the
 * same SQL: `cold` with nothing in the result cache, `warm` with every result prepared on both sides.
 */
export const dashboard: Bench = {
  id: 'dashboard',
  title: 'Embedded dashboard of twelve charts',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    let floor: Floor | undefined;
    try {
      floor = await startFloor(join(oriel.dataDir, 'demo/flights.duckdb'), await readCharts(oriel));
      const [pages, host] = [await makePages(oriel, floor.origin), floor.host];
      const open = (page: Page) => openOnce(browser, host, page);
      const cold = await sample({ oriel: () => open(pages.cold), floor: () => open(pages.floor) });
      const warm = await sample({ oriel: () => open(pages.warm), floor: () => open(pages.prepared) });
      return [...report('dashboard.cold', cold), ...report('dashboard.warm', warm), bytes(warm)];
    } finally {
      await browser.close();
      floor?.stop();
      await oriel.stop();
    }
  },
};

type Samples = Record<'oriel' | 'floor', Sample[]>;

async function sample(ways: Record<'oriel' | 'floor', () => Promise<Sample>>): Promise<Samples> {
  const samples: Samples = { oriel: [], floor: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const way of round % 2 === 0 ? (['oriel', 'floor'] as const) : (['floor', 'oriel'] as const)) {
      const taken = await ways[way]();
      if (round >= 0) samples[way].push(taken);
    }
  }
  return samples;
}

function report(name: string, samples: Samples): BenchResult[] {
  const of = (key: 'loaded' | 'painted') => ({
    oriel: samples.oriel.map((entry) => entry[key]),
    floor: samples.floor.map((entry) => entry[key]),
  });
  return [
    compare(`${name}.loaded`, of('loaded'), { target: LOADED_TARGET }),
    compare(`${name}.first-paint`, of('painted'), { target: PAINT_TARGET }),
  ];
}

function bytes({ oriel, floor }: Samples): BenchResult {
  const kilobytes = (samples: Sample[]) => samples.map(({ scriptBytes }) => scriptBytes / 1000);
  return {
    name: 'dashboard.script',
    unit: 'kB',
    oriel: median(kilobytes(oriel)),
    samples: { oriel: kilobytes(oriel) },
    note: `compressed; the page by hand has ${median(kilobytes(floor)).toFixed(0)} kB`,
  };
}

/** Opens a frame in a new browser context, as a viewer who has never been there. */
async function openOnce(browser: Browser, host: string, { address, message }: Page): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    const page = await context.newPage();
    const scripts: Promise<number>[] = [];
    const count = (request: Request) => {
      if (request.resourceType() === 'script')
        scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    };
    page.on('requestfinished', count);
    await page.goto(host);
    const loaded = await page.evaluate(loadFrame, { address: await address(), message });
    // What comes later is no script that the charts needed.
    page.off('requestfinished', count);
    const frame = page.frames()[1];
    if (!frame) throw new Error('The frame is gone');
    const painted = await frame.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    const sizes = await Promise.all(scripts);
    return { loaded, painted, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    await context.close();
  }
}

async function makePages(
  oriel: OrielProcess,
  floor: string,
): Promise<Record<'cold' | 'warm' | 'floor' | 'prepared', Page>> {
  const publicId = await findDemoDashboard(oriel);
  const message = `${brands.svc.prefix}event:dashboard-loaded`;
  const addressFor = async (states: readonly string[]) =>
    `${oriel.url}/embed/dashboard/${publicId}?session=${await openSession(oriel, states)}`;
  const orders = ordersOf(tenant?.states ?? []);
  let turn = 0;
  return {
    // The same states in another order are other values to bind, of which nothing is kept yet.
    cold: { address: async () => addressFor(orders[(turn += 1) % orders.length] ?? []), message },
    warm: { address: () => addressFor(tenant?.states ?? []), message },
    floor: { address: () => floorAddress(floor, ''), message: 'floor-loaded' },
    prepared: { address: () => floorAddress(floor, '&prepared'), message: 'floor-loaded' },
  };
}

async function floorAddress(floor: string, parameters: string): Promise<string> {
  const answer = await fetch(`${floor}/session`, { method: 'POST' });
  return `${floor}/floor-page.html?session=${await answer.text()}${parameters}`;
}

async function openSession({ client }: OrielProcess, states: readonly string[]): Promise<string> {
  const { sessionId } = await client.call('generateSession', {
    body: {
      deploymentId: 1,
      externalId: 'bench',
      embedTenantName: tenant?.name ?? '',
      userAttributes: [{ name: statesAttribute.name, value: [...states] }],
    },
  });
  return sessionId;
}

function ordersOf(items: readonly string[]): string[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first) =>
    ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

/** The documents of the demo's reports, and the SQL that their queries have for the viewer. */
async function readCharts(oriel: OrielProcess): Promise<FloorChart[]> {
  const token = await createSqlToken(oriel);
  const [overview] = workspace.workbooks;
  return Promise.all(
    (overview?.reports ?? []).map(async ({ name, query, meta }) => {
      const answer = await fetch(`${oriel.url}/deployments/1/cubejs-api/v1/sql`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      const { sql } = (await answer.json()) as { sql: { sql: [string, string[]] } };
      const document = JSON.stringify(meta.spec)
        .replaceAll('network.', 'network__')
        // An axis of months reads as one.
        .replaceAll('"network__departure","type":"ordinal"', '$&,"timeUnit":"utcyearmonth"');
      const spec = JSON.parse(document) as object;
      return { name, spec, sql: sql.sql[0], params: sql.sql[1] };
    }),
  );
}

/** A token that may see the SQL of queries, which viewers may not, with what policies look at of a viewer. */
async function createSqlToken({ client }: OrielProcess): Promise<string> {
  const params = { deploymentId: 1 };
  const { items } = await client.call('getDeploymentEnvironments', { params, query: {} });
  const environmentId = Number(items[0]?.id);
  const userAttributes = { [statesAttribute.name]: tenant?.states ?? [] };
  const { data } = await client.call('createDeploymentEnvironmentToken', {
    params: { ...params, environmentId },
    body: {
      security_context: { [serverBrands.svc.securityContextKey]: { userAttributes, groups: [] } },
      scopes: ['sql'],
    },
  });
  return data.token;
}

interface Floor {
  /**
   * Of the same site as Oriel, so that both frames are of another one than the page around them and get a process of
   * their own.
   */
  readonly origin: string;
  /** The page that frames stand in. */
  readonly host: string;
  stop(): void;
}

async function startFloor(database: string, charts: FloorChart[]): Promise<Floor> {
  const pages = await mkdtemp(join(tmpdir(), 'oriel-bench-page-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    build: {
      outDir: pages,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: join(import.meta.dirname, 'floor-page.html') },
      chunkSizeWarningLimit: 1200,
    },
  });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floor-server.ts'), database, pages], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '80' },
  });
  child.stdin.end(JSON.stringify(charts));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = line.toString().trim();
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `http://localhost:${port}/host`,
    stop: () => {
      child.kill();
      void rm(pages, { recursive: true, force: true });
    },
  };
}
