import type { Page } from 'playwright-core';
import { compare, median, type Bench, type BenchResult } from './bench.ts';
import { openBrowser, publishSurface, servePage, surfaceAddress } from './browser-surface.ts';
import { startOrielProcess, type OrielProcess } from './oriel-process.ts';

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
 * A table of 100,000 rows that scrolls, a step for each frame, slowly and fast, beside a plain page of 100 rows that scrolls up and
 * down by the same steps. The figures are the times between frames.
 */
export const tableScroll: Bench = {
  id: 'table-scroll',
  title: 'A table of 100,000 rows scrolls',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    const plain = await servePage(plainPage(100));
    const browser = await openBrowser();
    try {
      const address = await openTable(oriel);
      const newPage = () => browser.newPage({ viewport: { width: 1400, height: 900 } });
      const pages = { oriel: await newPage(), floor: await newPage() };
      await pages.floor.goto(plain.url);
      await pages.oriel.goto(address);
      await pages.oriel.locator(`[role=region] [aria-rowcount="${ROWS}"]`).waitFor({ timeout: 120_000 });
      const results: BenchResult[] = [];
      for (const [name, step] of Object.entries(STEPS)) results.push(...(await measure(name, step, pages)));
      return results;
    } finally {
      await browser.close();
      plain.stop();
      await oriel.stop();
    }
  },
};

async function measure(
  name: string,
  step: number,
  pages: Readonly<Record<'oriel' | 'floor', Page>>,
): Promise<BenchResult[]> {
  const samples = { oriel: [] as number[][], floor: [] as number[][] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const way of round % 2 === 0 ? (['oriel', 'floor'] as const) : (['floor', 'oriel'] as const)) {
      // A page in the background draws no frames.
      await pages[way].bringToFront();
      const frames = await pages[way].evaluate(scroll, { step, frames: FRAMES, warmUp: WARM_UP });
      if (round >= 0) samples[way].push(frames);
    }
  }
  const of = (read: (frames: readonly number[]) => number) => ({
    oriel: samples.oriel.map(read),
    floor: samples.floor.map(read),
  });
  const rate = (way: 'oriel' | 'floor') => (1000 / median(samples[way].map(median))).toFixed(1);
  return [
    compare(`table-scroll.${name}.frame`, of(median), {
      target: MEDIAN_TARGET,
      note: `the median: ${rate('oriel')} frames a second, ${rate('floor')} of the plain page`,
    }),
    compare(`table-scroll.${name}.frame-p95`, of(p95), { target: P95_TARGET }),
  ];
}

const p95 = (frames: readonly number[]) =>
  frames.toSorted((a, b) => a - b)[Math.ceil(0.95 * frames.length) - 1] ?? Number.NaN;

/** Scrolls the largest region of the page, a step for each frame, and back at its end. Runs in the page; answers with milliseconds. */
async function scroll(options: { step: number; frames: number; warmUp: number }): Promise<number[]> {
  const [region] = [...document.querySelectorAll<HTMLElement>('[role=region]')].toSorted(
    (one, other) => other.scrollHeight - one.scrollHeight,
  );
  if (!region) throw new Error('The page has nothing to scroll');
  const times: number[] = [];
  let direction = 1;
  await new Promise<void>((resolve) => {
    const next = (time: number) => {
      times.push(time);
      if (times.length > options.frames + options.warmUp) return resolve();
      const before = region.scrollTop;
      region.scrollTop += options.step * direction;
      if (region.scrollTop === before) direction = -direction;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  return times.slice(options.warmUp).flatMap((time, index, all) => {
    const following = all[index + 1];
    return following === undefined ? [] : [following - time];
  });
}

/** A dashboard with the table; queries answer fewer rows by default. */
async function openTable(oriel: OrielProcess): Promise<string> {
  const params = { deploymentId: 1 };
  await oriel.client.call('setEnvVariables', {
    params,
    body: { env_variables: [{ name: 'CUBEJS_DB_QUERY_LIMIT', value: String(ROWS) }] },
  });
  const query = {
    dimensions: ['network.origin_city', 'network.destination_city'],
    timeDimensions: [{ dimension: 'network.departure', granularity: 'minute' }],
    measures: ['network.count', 'network.average_delay'],
    limit: ROWS,
  };
  const publicId = await publishSurface(oriel, [{ kind: 'table', query, spec: { rowNumbers: true } }]);
  return surfaceAddress(oriel, publicId);
}

/** What scrolling takes at least: a table of cells without anything else. */
function plainPage(rows: number): string {
  const cells = (row: number) =>
    Array.from({ length: 6 }, (_, column) => `<td>${row * (column + 1)} value</td>`).join('');
  const lines = Array.from({ length: rows }, (_, row) => `<tr>${cells(row)}</tr>`).join('');
  return `<!doctype html><title>Rows</title>
<style>div { height: 860px; overflow: auto } table { width: 100% } tr { height: 33px }</style>
<div role="region" aria-label="Rows" tabindex="0"><table>${lines}</table></div>`;
}
