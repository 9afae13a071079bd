import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** What a dashboard that stays open takes of the memory of its page. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const byCity = { measures: ['network.count'], dimensions: ['network.origin_city'] };
const board: Board = {
  reports: {
    cities: { name: 'Cities', query: byCity, kind: 'table' },
    bars: {
      name: 'Bars',
      query: byCity,
      kind: 'vega',
      spec: {
        mark: 'bar',
        encoding: {
          y: { field: 'network.origin_city', type: 'nominal' },
          x: { field: 'network.count', type: 'quantitative' },
        },
      },
    },
    flights: {
      name: 'Flights',
      query: { measures: ['network.count'] },
      kind: 'kpi',
      spec: { blocks: [{ type: 'number', field: 'network.count' }] },
    },
  },
  widgets: ['cities', 'bars', 'flights'].map((report) => ({
    id: report,
    type: 'CHART' as const,
    config: { report },
  })),
};

/** A session with the process of the embed. */
async function inspect(page: Page): Promise<CDPSession> {
  const embed = page.frames().find((frame) => frame !== page.mainFrame());
  assert.ok(embed);
  return page.context().newCDPSession(embed);
}

/** Kilobytes of what scripts keep, and of what the browser keeps for them, such as requests and elements. */
async function measure(inspected: CDPSession): Promise<{ script: number; browser: number }> {
  // What is only held by what is collected goes with the next one.
  for (let round = 0; round < 3; round += 1) await inspected.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await inspected.send('Runtime.getHeapUsage');
  return { script: Math.round(usedSize / 1024), browser: Math.round(embedderHeapUsedSize / 1024) };
}

test('hundreds of refreshes of a dashboard leave no requests and no data behind', async () => {
  const { publicId } = await world.publish(board);
  const { page, nextEvent, send, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const inspected = await inspect(page);
  const refresh = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      const [answer] = await Promise.all([page.waitForResponse(/\/load-batch$/), send('refresh')]);
      assert.equal(answer.status(), 200);
    }
  };
  // Most of its code is compiled by then. Functions that become hot later still grow the heap of scripts, by compiled
  // code alone.
  await refresh(100);
  const before = await measure(inspected);
  await refresh(300);
  const after = await measure(inspected);
  const grown = `${JSON.stringify(before)} to ${JSON.stringify(after)}`;
  assert.ok(after.browser - before.browser < 600, grown);
  assert.ok(after.script - before.script < 1_500, grown);
  await close();
});
