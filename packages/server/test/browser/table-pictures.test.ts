import { serverBrands } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createChromiumPictures } from '../../src/rendering/chromium-pictures.ts';
import type { DrawPicture } from '../../src/rendering/draw-picture.ts';
import { createSharedBrowser, type SharedBrowser } from '../../src/rendering/shared-browser.ts';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  differentPixels,
  type TestApp,
} from '../../src/test/index.ts';
import { appConfigPart } from '../../src/settings/part.ts';

const model = `
cubes:
  - name: events
    sql: "SELECT i AS id, i % 3 AS kind, TIMESTAMP '2026-01-01' + INTERVAL (i) DAY AS at FROM range(90) t(i)"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: kind, sql: kind, type: number, public: true }
      - { name: at, sql: at, type: time, public: true }
    measures: [{ name: count, type: count }]
`;
const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

let app: TestApp;
let browser: SharedBrowser;
let draw: DrawPicture;
before(async () => {
  app = await createTestApp({
    engine: createModelEngine([{ path: 'events.yml', content: model }]),
    drawPicture: (...drawing) => draw(...drawing),
  });
  browser = createSharedBrowser({ path });
});
after(async () => {
  await browser.close();
  await app.close();
});

/** Draws, and answers what a table asks besides its rows so much later. */
function drawAfter(ms: number): DrawPicture {
  const pictures = createChromiumPictures({
    browser,
    appConfig: app.get(appConfigPart),
    brand: serverBrands.svc,
  });
  return (rendered, format, signal) => {
    const load: typeof rendered.queries.load = async (query, ended) => {
      const { order } = query as { order?: unknown };
      if (order === undefined) await new Promise((resolve) => setTimeout(resolve, ms));
      return rendered.queries.load(query, ended);
    };
    return pictures({ ...rendered, queries: { ...rendered.queries, load } }, format, signal);
  };
}

test('a picture of a table waits for its totals and its small charts', async () => {
  const calls = createWorkspaceCalls(app);
  const { id: workbookId } = await calls.makeWorkbook('Events');
  const display = { type: 'sparkline', dimension: 'events.at', granularity: 'month' };
  for (const [name, spec] of [
    ['Totals', { columnTotals: true }],
    ['Small charts', { columns: [{ field: 'events.kind' }, { field: 'events.count', display }] }],
  ] as const) {
    const jsonQuery = JSON.stringify({
      measures: ['events.count'],
      dimensions: ['events.kind'],
      order: [['events.kind', 'asc']],
    });
    const { id } = await calls.makeReport({ name, workbookId, jsonQuery, meta: { kind: 'table', spec } });
    const pictures: Buffer[] = [];
    for (const ms of [0, 2000]) {
      draw = drawAfter(ms);
      const answer = await calls.call('POST', `/reports/${id}/export`, { body: { format: 'png' } });
      assert.equal(answer.statusCode, 200, answer.body);
      pictures.push(answer.rawPayload);
    }
    const [soon, late] = pictures;
    assert.ok(soon && late);
    assert.equal(await browser.use((context) => differentPixels(context, soon, late)), 0, name);
  }
});
