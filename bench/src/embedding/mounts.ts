import { statesAttribute, workspace } from '@oriel/demo';
import type { CDPSession, Page } from 'playwright-core';
import type { Bench, BenchResult } from '../support/bench.ts';
import { readObjectBytes } from '../support/heap-objects.ts';
import {
  openBrowser,
  openSession,
  publishSurface,
  servePage,
  type SurfaceReport,
} from '../support/browser-surface.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import { memoryOf, memoryOfPages } from '../support/process-memory.ts';

const MOUNTS = 500;
/** What the browser keeps of scripts that run again and again, such as their optimised code, is there after these. */
const WARM_UP = 100;
/** Mounts between two readings. */
const STEP = 100;
const TARGET = 1.1;
/** What pages hold themselves does not grow: of 0.8 MB this is 16 bytes for each mount. */
const OBJECTS_TARGET = 1.01;

/** A surface that is mounted. */
interface MountedSurface {
  /** Where a frame with it starts; each mount has a session of its own. */
  address(): Promise<string>;
  /** The event after which it is looked at. */
  event: string;
  /** What the frame shows once it is drawn. */
  drawn: string;
}

/** What one reading of the memory says, after collections. */
interface Reading {
  /** The heap of scripts in the process of the host page, in which the frames are, too. */
  heapMb: number;
  /** What of it are objects, functions, lists and texts, and not V8's own: code, shapes of objects, lists of code. */
  objectsKb: number;
  nodes: number;
  listeners: number;
  /** The browser's processes that hold pages. */
  renderersMb: number;
  /** Oriel with its runtimes, without the database. */
  serverMb: number;
}

/**
 * A host page that sets an embedded surface into itself by the SDK, waits until it is drawn and removes it, 500 times
 * for each of the three: memory after a collection, beside what it was after those that warm up. The frames are of the
 * same site as the host page, so that they share its process and its heap.
 *
 * V8 adds to the heap what is nobody's object: optimised code, and the lists of code that is to be given up together,
 * which have room for as much of it as there was between two collections. That settles with time and is told apart from
 * what pages hold.
 */
export const mounts: Bench = {
  id: 'mounts',
  title: 'Five hundred mounts of a surface',
  async run({ only }): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    const host = await servePage('<!doctype html><title>Host</title><body></body>');
    try {
      const results: BenchResult[] = [];
      for (const [name, surface] of Object.entries(await makeSurfaces(oriel)))
        if (only === undefined || name.includes(only))
          results.push(...(await measure(name, surface, { oriel, host: host.url })));
      return results;
    } finally {
      host.stop();
      await oriel.stop();
    }
  },
};

async function measure(
  name: string,
  surface: MountedSurface,
  { oriel, host }: { oriel: OrielProcess; host: string },
): Promise<BenchResult[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(host);
    const inspector = await page.context().newCDPSession(page);
    const mountAll = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) await mountOnce(page, oriel.url, surface);
    };
    await failToFetch(page);
    await mountAll(WARM_UP);
    const readings = [await read(inspector, page, oriel)];
    for (let done = 0; done < MOUNTS; done += STEP) {
      await mountAll(Math.min(STEP, MOUNTS - done));
      readings.push(await read(inspector, page, oriel));
    }
    const of = (field: keyof Reading) => readings.map((reading) => reading[field]);
    return [
      growth(`mounts.${name}.heap`, 'MB', of('heapMb')),
      { ...growth(`mounts.${name}.objects`, 'kB', of('objectsKb')), target: OBJECTS_TARGET },
      growth(`mounts.${name}.nodes`, 'count', of('nodes')),
      growth(`mounts.${name}.listeners`, 'count', of('listeners')),
      // Allocators give pages back when they like, so these are told and not judged.
      { ...growth(`mounts.${name}.renderers`, 'MB', of('renderersMb')), target: undefined },
      { ...growth(`mounts.${name}.server`, 'MB', of('serverMb')), target: undefined },
    ];
  } finally {
    await browser.close();
  }
}

function growth(name: string, unit: BenchResult['unit'], readings: number[]): BenchResult {
  const [first = Number.NaN, ...later] = readings;
  const last = later.at(-1) ?? Number.NaN;
  const [middle = Number.NaN] = later.slice(later.length >> 1);
  const slope = (last - middle) / (MOUNTS - STEP * (1 + (later.length >> 1)));
  return {
    name,
    unit,
    oriel: last,
    floor: first,
    ratio: last / first,
    target: TARGET,
    note: `after ${MOUNTS} mounts, beside the ${WARM_UP} that warm up; read every ${STEP}; for each of the last mounts ${slope.toPrecision(2)} ${unit}`,
    samples: { oriel: later, floor: [first] },
  };
}

async function makeSurfaces(oriel: OrielProcess): Promise<Record<string, MountedSurface>> {
  const publicId = await publishSurface(oriel, REPORTS);
  const { items } = await oriel.client.call('getWorkbooks', { params: { deploymentId: 1 }, query: {} });
  const workbookId = items.find(({ name }) => name === workspace.workbooks[0]?.name)?.id;
  const embed = `${oriel.url}/embed`;
  return {
    dashboard: {
      address: async () => `${embed}/dashboard/${publicId}?session=${await openSession(oriel)}`,
      event: 'dashboard-loaded',
      drawn: 'canvas',
    },
    chat: {
      address: async () => `${embed}/chat?sessionId=${await openSession(oriel)}`,
      event: 'view',
      drawn: 'textarea',
    },
    app: {
      address: async () =>
        `${embed}/d/1/app/dashboards/${workbookId}?session=${await openSession(oriel, creator)}`,
      event: 'view',
      drawn: 'canvas',
    },
  };
}

/** Viewers in creator mode have the attributes of their embed tenant. */
const creator = { creatorMode: true, userAttributeDefinitions: [statesAttribute] };

const query = { measures: ['network.count'], dimensions: ['network.origin_state'] };
/** One of each kind that holds on to more than its elements. */
const REPORTS: SurfaceReport[] = [
  { kind: 'table', query, spec: { columnTotals: true } },
  {
    kind: 'vega',
    query,
    spec: {
      mark: 'bar',
      encoding: {
        x: { field: 'network.origin_state', type: 'nominal' },
        y: { field: 'network.count', type: 'quantitative' },
      },
    },
  },
  {
    kind: 'map',
    query,
    spec: {
      mode: 'regions',
      source: 'us-states',
      property: 'postal',
      dimension: 'network.origin_state',
      measure: 'network.count',
    },
  },
  {
    kind: 'html',
    query,
    spec: { template: '{{#each data}}<p>{{this.[network.origin_state]}}</p>{{/each}}' },
  },
  { kind: 'kpi', query, spec: { blocks: [{ type: 'number', field: 'network.count' }] } },
];

/** The SDK, as a page that loads it by its address has it. */
interface Sdk {
  connectEmbed(
    iframe: HTMLIFrameElement,
    options: { origin: string },
  ): { on(type: string, listener: (payload: { fatal?: boolean }) => void): void; close(): void };
}

async function mountOnce(page: Page, origin: string, surface: MountedSurface): Promise<void> {
  const mounted = await page.evaluateHandle(mount, {
    origin,
    address: await surface.address(),
    event: surface.event,
  });
  await page.frameLocator('iframe').locator(surface.drawn).first().waitFor();
  await mounted.evaluate(({ connection, iframe }) => {
    connection.close();
    iframe.remove();
  });
  await mounted.dispose();
}

/** Runs in the host page. */
async function mount({ origin, address, event }: { origin: string; address: string; event: string }) {
  const sdk = (await import(`${origin}/embed/sdk.js`)) as Sdk;
  const iframe = document.createElement('iframe');
  iframe.style.cssText = 'width: 1380px; height: 880px; border: 0';
  iframe.src = address;
  document.body.append(iframe);
  const connection = sdk.connectEmbed(iframe, { origin });
  await new Promise<void>((resolve, reject) => {
    connection.on(event, () => resolve());
    connection.on('error', (payload) => reject(new Error(JSON.stringify(payload))));
  });
  return { connection, iframe };
}

/**
 * With the first request that fails the inspector, which this benchmark looks through, makes a context of its own for
 * what it knows of errors, of some 100 kB. A frame that is removed while it loads something does so, in one mount or
 * another.
 */
async function failToFetch(page: Page): Promise<void> {
  await page.evaluate(() => fetch('http://127.0.0.1:1/').catch(() => {}));
}

/** After collections, between which the page does what it had put off. */
async function read(inspector: CDPSession, page: Page, oriel: OrielProcess): Promise<Reading> {
  for (let turn = 0; turn < 5; turn += 1) {
    await inspector.send('HeapProfiler.collectGarbage');
    await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 200)));
  }
  const { usedSize } = await inspector.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await inspector.send('Memory.getDOMCounters');
  const [server, renderersMb] = await Promise.all([memoryOf(oriel.pid), memoryOfPages()]);
  return {
    heapMb: usedSize / 1e6,
    objectsKb: (await readObjectBytes(inspector)) / 1e3,
    nodes,
    listeners: jsEventListeners,
    renderersMb,
    serverMb: server.serverMb,
  };
}
