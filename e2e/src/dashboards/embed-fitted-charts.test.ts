import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { resizePage } from '../support/browsers/resize.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/**
 * Charts that are wider or higher than their place by themselves: small charts, by the city that flights leave from,
 * and long legends. There are three cities.
 */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const x = { field: 'network.weekday', type: 'ordinal' };
const y = { field: 'network.count', type: 'quantitative' };
const by = { field: 'network.origin_city', type: 'nominal' };
const query = { measures: ['network.count'], dimensions: ['network.origin_city', 'network.weekday'] };

for (const [name, channel] of Object.entries({
  'one below the other': { row: by },
  'side by side': { column: by },
  'in lines': { facet: { ...by, columns: 2 } },
}))
  test(`small charts ${name} all lie in the place of the chart, also when it changes`, async () => {
    const spec = { mark: 'bar', encoding: { x, y, ...channel } };
    const { publicId } = await world.publish({
      reports: { chart: { name: 'Chart', query, kind: 'vega', spec } },
      widgets: [
        { id: 'chart', type: 'CHART', config: { report: 'chart' }, position: { x: 0, y: 0, w: 12, h: 8 } },
      ],
    });
    const { page, frame, nextEvent, close } = await world.open(publicId);
    await nextEvent('dashboard-loaded');
    const canvas = frame.locator('canvas');
    const rest = () =>
      canvas.evaluate((drawn) => {
        const place = drawn.parentElement;
        return [
          drawn.clientWidth - (place?.clientWidth ?? 0),
          drawn.clientHeight - (place?.clientHeight ?? 0),
        ];
      });
    const isFitted = (sides: number[]) => sides.every((side) => side <= 1 && side > -60);
    const first = await rest();
    assert.ok(isFitted(first), String(first));
    await resizePage(page, { width: 900, height: 700 });
    await assert.doesNotReject(async () => {
      for (let tries = 0; tries < 50; tries += 1) {
        if (isFitted(await rest())) return;
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      throw new Error(String(await rest()));
    });
    await close();
  });

/** Has a page note where each text that it draws ends on its canvas, as a share of the width. */
function noteEnds(page: Page): void {
  void page.addInitScript(() => {
    const ends: Record<string, number> = {};
    Object.assign(window, { ends });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function note(text, x, y, ...rest) {
      const end = new DOMPoint(x + this.measureText(text).width, y).matrixTransform(this.getTransform());
      ends[text] = end.x / this.canvas.width;
      fillText.call(this, text, x, y, ...rest);
    };
  });
}

const ORIGINS = ['San Francisco', 'Los Angeles', 'Seattle'];
const LONG = 'with a name that is long';
const named = {
  ...query,
  dimensions: ['network.named', 'network.weekday'],
  calculatedFields: { 'network.named': { sql: `network.origin_city || ', ${LONG}'` } },
};
const points = {
  measures: ['network.count'],
  dimensions: ['network.named', 'network.origin_latitude', 'network.origin_longitude'],
  calculatedFields: named.calculatedFields,
};

for (const [name, report] of Object.entries({
  chart: {
    query: named,
    kind: 'vega',
    spec: {
      mark: 'bar',
      encoding: { x, y, color: { field: 'network.named', type: 'nominal', legend: { orient: 'bottom' } } },
    },
  },
  map: {
    query: points,
    kind: 'map',
    spec: {
      mode: 'points',
      latitude: 'network.origin_latitude',
      longitude: 'network.origin_longitude',
      color: 'network.named',
    },
  },
} as const))
  test(`the legend below a ${name} goes on in another line where it is wider than its place`, async () => {
    const { publicId } = await world.publish({
      reports: { chart: { name: 'Chart', ...report } },
      widgets: [
        { id: 'chart', type: 'CHART', config: { report: 'chart' }, position: { x: 0, y: 0, w: 4, h: 8 } },
      ],
    });
    const { frame, nextEvent, close } = await world.open(publicId, { prepare: noteEnds });
    await nextEvent('dashboard-loaded');
    const ends = await frame
      .locator('canvas')
      .evaluate(() => (window as unknown as { ends: Record<string, number> }).ends);
    const labels = Object.entries(ends).filter(([text]) => ORIGINS.some((city) => text.startsWith(city)));
    assert.equal(labels.length, 3, JSON.stringify(ends));
    for (const [text, end] of labels) assert.ok(end <= 1, `${text} ends at ${end}`);
    await close();
  });
