import type { CDPSession, Page } from 'playwright-core';
import type { Bench, BenchResult } from './bench.ts';
import { openBrowser, publishSurface, servePage, surfaceAddress } from './browser-surface.ts';
import { startOrielProcess } from './oriel-process.ts';

const MOUNTS = 500;
/** What is loaded once, and kept by the browser, is there after these. */
const FIRST = 20;
const TARGET = 1.1;

/** The SDK, as a page that loads it by its address has it. */
interface Sdk {
  connectEmbed(
    iframe: HTMLIFrameElement,
    options: { origin: string },
  ): { on(type: string, listener: (payload: object) => void): void; close(): void };
}

/**
 * A host page that sets an embedded dashboard with a chart and a table into itself by the SDK, waits until it is drawn and removes it,
 * 500 times: the heap of its process after a collection, beside what it was after the first twenty. The frame is of the same site, so that its
 * heap is counted, too.
 */
export const mounts: Bench = {
  id: 'mounts',
  title: 'Five hundred mounts of a surface',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    const host = await servePage('<!doctype html><title>Host</title><body></body>');
    const browser = await openBrowser();
    try {
      const publicId = await publishSurface(oriel, REPORTS);
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      await page.goto(host.url);
      const inspector = await page.context().newCDPSession(page);
      const mountAll = async (count: number) => {
        for (let turn = 0; turn < count; turn += 1)
          await page.evaluate(mountOnce, {
            origin: oriel.url,
            address: await surfaceAddress(oriel, publicId),
          });
      };
      await mountAll(FIRST);
      const first = await readHeap(inspector, page);
      await mountAll(MOUNTS - FIRST);
      const last = await readHeap(inspector, page);
      return [
        resultOf('mounts.heap', 'MB', first.megabytes, last.megabytes),
        {
          ...resultOf('mounts.nodes', 'kB', first.nodes, last.nodes),
          note: 'nodes of documents, in thousands',
        },
      ];
    } finally {
      await browser.close();
      host.stop();
      await oriel.stop();
    }
  },
};

const query = { measures: ['network.count'], dimensions: ['network.origin_state'] };
const REPORTS = [
  { kind: 'table', query, spec: {} },
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
] as const;

function resultOf(name: string, unit: BenchResult['unit'], first: number, last: number): BenchResult {
  return {
    name,
    unit,
    oriel: last,
    floor: first,
    ratio: last / first,
    target: TARGET,
    note: `after ${MOUNTS} mounts, beside ${FIRST}`,
    samples: { oriel: [last], floor: [first] },
  };
}

/** Runs in the host page. */
async function mountOnce({ origin, address }: { origin: string; address: string }): Promise<void> {
  const sdk = (await import(`${origin}/embed/sdk.js`)) as Sdk;
  const iframe = document.createElement('iframe');
  iframe.style.cssText = 'width: 1380px; height: 880px; border: 0';
  iframe.src = address;
  document.body.append(iframe);
  const connection = sdk.connectEmbed(iframe, { origin });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('dashboard-loaded', () => resolve());
      connection.on('error', (payload) => reject(new Error(JSON.stringify(payload))));
    });
  } finally {
    connection.close();
    iframe.remove();
  }
}

/** After collections, between which the page does what it had put off. */
async function readHeap(inspector: CDPSession, page: Page): Promise<{ megabytes: number; nodes: number }> {
  for (let turn = 0; turn < 5; turn += 1) {
    await inspector.send('HeapProfiler.collectGarbage');
    await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 200)));
  }
  const { usedSize } = await inspector.send('Runtime.getHeapUsage');
  const { nodes } = await inspector.send('Memory.getDOMCounters');
  return { megabytes: usedSize / 1e6, nodes: nodes / 1000 };
}
