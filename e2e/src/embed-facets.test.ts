import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmbedWorld, type EmbedWorld } from './support/embed.ts';

/** Charts that are divided into small ones, by the city that flights leave from: there are three. */
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
    await page.setViewportSize({ width: 900, height: 700 });
    await assert.doesNotReject(async () => {
      for (let tries = 0; tries < 50; tries += 1) {
        if (isFitted(await rest())) return;
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      throw new Error(String(await rest()));
    });
    await close();
  });
