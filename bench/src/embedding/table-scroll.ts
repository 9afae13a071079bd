import type { CDPSession, Page } from 'playwright-core';
import { compare, median, type Bench, type BenchResult } from '../support/bench.ts';
import { openBrowser, publishSurface, servePage, surfaceAddress } from '../support/browser-surface.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import { floorPage } from './table-scroll-floor.ts';

const ROWS = 100_000;
const ROUNDS = 3;
/** Of each round, after some that warm up. */
const FRAMES = 180;
const WARM_UP = 40;
/** Pixels of each frame: at 60 frames a second 50 rows a second, and what a thrown wheel does. */
const STEPS = { slow: 28, fast: 400 };
/** At a display of 60 frames a second each one has a budget of 16.7 ms, which the floor keeps as well. */
const MEDIAN_TARGET = 1.1;
const P95_TARGET = 1.25;
/**
 * Milliseconds of the page's main thread for each frame: what is left of the budget is for the browser's other threads.
 */
const WORK_TARGET_MS = 10;

/** What the columns of the tables show. */
const TABLES = {
  plain: { rowNumbers: true },
  // Wider than the page, so its first column and the numbers before it stay while it scrolls sideways.
  wide: {
    rowNumbers: true,
    columns: [
      'network.origin_city',
      'network.destination_city',
      'network.departure.minute',
      'network.count',
      'network.average_delay',
    ].map((field) => ({ field, width: 400 })),
  },
  rich: {
    rowNumbers: true,
    banding: true,
    columns: [
      { field: 'network.origin_city' },
      { field: 'network.destination_city' },
      { field: 'network.departure.minute' },
      { field: 'network.count', display: { type: 'bar' } },
      {
        field: 'network.average_delay',
        colorScale: { start: { color: '#ffffff' }, end: { color: '#e5484d' } },
      },
    ],
    conditions: [
      {
        field: 'network.average_delay',
        operator: 'greater_than',
        value: 30,
        color: '#b42318',
        applyTo: 'row',
      },
    ],
  },
};

/** One round of scrolling. */
interface Sample {
  /** Milliseconds between two frames. */
  frames: number[];
  /** Milliseconds of processor time of the page's main thread, for each frame. */
  work: number;
  /** The longest task of the page, in milliseconds; 0 where none took longer than 50. */
  longest: number;
  /** Frames that showed a place without a row. */
  blank: number;
}

type Way = 'oriel' | 'floor';

/**
 * A table of 100,000 rows that scrolls, a step for each frame, slowly and fast: plain cells, plain cells of a table
 * with a column that stays, and cells with bars, a scale of colours and a condition. Beside it a virtual list by hand
 * of the same cells. The memory is that of each page with its rows, after a collection.
 */
export const tableScroll: Bench = {
  id: 'table-scroll',
  title: 'A table of 100,000 rows scrolls',
  async run({ only }): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    const floor = await servePage(floorPage(ROWS));
    const browser = await openBrowser();
    try {
      await raiseLimit(oriel);
      const results: BenchResult[] = [];
      for (const [name, spec] of Object.entries(TABLES)) {
        if (only !== undefined && !name.includes(only)) continue;
        const newPage = () => browser.newPage({ viewport: { width: 1400, height: 900 } });
        const pages = { oriel: await newPage(), floor: await newPage() };
        await pages.floor.goto(`${floor.url}#${name}`);
        await pages.oriel.goto(await openTable(oriel, spec));
        await pages.oriel.locator(`[role=region] [aria-rowcount="${ROWS}"]`).waitFor({ timeout: 120_000 });
        results.push(await measureHeap(name, pages));
        for (const [speed, step] of Object.entries(STEPS))
          results.push(...(await measure(`${name}.${speed}`, step, pages)));
        for (const page of Object.values(pages)) await page.close();
      }
      return results;
    } finally {
      await browser.close();
      floor.stop();
      await oriel.stop();
    }
  },
};

async function measureHeap(name: string, pages: Readonly<Record<Way, Page>>): Promise<BenchResult> {
  const heapOf = async (page: Page) => {
    const inspector = await page.context().newCDPSession(page);
    for (let turn = 0; turn < 3; turn += 1) await inspector.send('HeapProfiler.collectGarbage');
    const { usedSize } = await inspector.send('Runtime.getHeapUsage');
    await inspector.detach();
    return usedSize / 1e6;
  };
  const samples = { oriel: [await heapOf(pages.oriel)], floor: [await heapOf(pages.floor)] };
  return compare(`table-scroll.${name}.heap`, samples, { unit: 'MB', note: `with ${ROWS} rows` });
}

async function measure(
  name: string,
  step: number,
  pages: Readonly<Record<Way, Page>>,
): Promise<BenchResult[]> {
  const inspectors: Record<Way, CDPSession> = {
    oriel: await inspect(pages.oriel),
    floor: await inspect(pages.floor),
  };
  const samples: Record<Way, Sample[]> = { oriel: [], floor: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const way of round % 2 === 0 ? (['oriel', 'floor'] as const) : (['floor', 'oriel'] as const)) {
      // A page in the background draws no frames.
      await pages[way].bringToFront();
      await pages[way].evaluate(scroll, { step, frames: WARM_UP });
      const before = await busyMs(inspectors[way]);
      const scrolled = await pages[way].evaluate(scroll, { step, frames: FRAMES });
      const work = ((await busyMs(inspectors[way])) - before) / FRAMES;
      if (round >= 0) samples[way].push({ ...scrolled, work });
    }
  }
  const of = (read: (sample: Sample) => number) => ({
    oriel: samples.oriel.map(read),
    floor: samples.floor.map(read),
  });
  const rate = (way: Way) => (1000 / median(samples[way].map(({ frames }) => median(frames)))).toFixed(1);
  const blank = samples.oriel.reduce((sum, sample) => sum + sample.blank, 0);
  return [
    compare(
      `table-scroll.${name}.frame`,
      of(({ frames }) => median(frames)),
      {
        target: MEDIAN_TARGET,
        note: `the median: ${rate('oriel')} frames a second, ${rate('floor')} of the list by hand; ${blank} of ${ROUNDS * FRAMES} frames showed a place without a row`,
      },
    ),
    compare(
      `table-scroll.${name}.frame-p95`,
      of(({ frames }) => p95(frames)),
      { target: P95_TARGET },
    ),
    {
      ...compare(
        `table-scroll.${name}.work`,
        of(({ work }) => work),
      ),
      ratio: undefined,
      target: WORK_TARGET_MS,
      note: 'processor time of the main thread for each frame',
    },
    compare(
      `table-scroll.${name}.longest-task`,
      of(({ longest }) => longest),
    ),
  ];
}

async function inspect(page: Page): Promise<CDPSession> {
  const inspector = await page.context().newCDPSession(page);
  // Processor time, and not that of the clock: what others do on the machine is not in it.
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' });
  return inspector;
}

/** Milliseconds that the main thread of a page has worked since it was there. */
async function busyMs(inspector: CDPSession): Promise<number> {
  const { metrics } = await inspector.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

const p95 = (frames: readonly number[]) =>
  frames.toSorted((a, b) => a - b)[Math.ceil(0.95 * frames.length) - 1] ?? Number.NaN;

/** Scrolls the largest region of the page, a step for each frame, and back at its end. Runs in the page. */
async function scroll(options: { step: number; frames: number }): Promise<Omit<Sample, 'work'>> {
  const [region] = [...document.querySelectorAll<HTMLElement>('[role=region]')].toSorted(
    (one, other) => other.scrollHeight - one.scrollHeight,
  );
  if (!region) throw new Error('The page has nothing to scroll');
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  );
  observer.observe({ type: 'longtask' });
  const times: number[] = [];
  let direction = 1;
  let blank = 0;
  const box = region.getBoundingClientRect();
  await new Promise<void>((resolve) => {
    const next = (time: number) => {
      times.push(time);
      if (times.length > options.frames) return resolve();
      // What this frame is about to show, at the end that comes into view.
      const at = direction === 1 ? box.bottom - 40 : box.top + 60;
      if (!document.elementFromPoint(box.left + 80, at)?.closest('[data-index]')) blank += 1;
      const before = region.scrollTop;
      region.scrollTop += options.step * direction;
      if (region.scrollTop === before) direction = -direction;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  observer.disconnect();
  const frames = times.flatMap((time, index) => {
    const following = times[index + 1];
    return following === undefined ? [] : [following - time];
  });
  return { frames, longest: Math.max(0, ...tasks), blank };
}

/** Queries answer fewer rows by default. */
async function raiseLimit({ client }: OrielProcess): Promise<void> {
  await client.call('setEnvVariables', {
    params: { deploymentId: 1 },
    body: { env_variables: [{ name: 'CUBEJS_DB_QUERY_LIMIT', value: String(ROWS) }] },
  });
}

/** A dashboard with the table. */
async function openTable(oriel: OrielProcess, spec: object): Promise<string> {
  const query = {
    dimensions: ['network.origin_city', 'network.destination_city'],
    timeDimensions: [{ dimension: 'network.departure', granularity: 'minute' }],
    measures: ['network.count', 'network.average_delay'],
    limit: ROWS,
  };
  return surfaceAddress(oriel, await publishSurface(oriel, [{ kind: 'table', query, spec }]));
}
