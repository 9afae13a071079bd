import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { BoardReport } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** Names that are written from right to left in charts, beside Latin ones and numbers. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const LONG = 'مطار القاهرة الدولي للرحلات الجوية الداخلية والخارجية.';
const SHORT = 'מינכן!';
const MEASURE = 'عدد الرحلات (الكل)';
const query = {
  measures: ['network.flights'],
  dimensions: ['network.city', 'network.place'],
  calculatedFields: {
    'network.flights': { sql: 'network.count', title: MEASURE },
    'network.city': {
      title: 'المدينة',
      sql: `CASE WHEN origin_city = 'Seattle' THEN '${LONG}' WHEN origin_city = 'Los Angeles' THEN '${SHORT}' ELSE 'San Francisco.' END`,
    },
    'network.place': { sql: "CASE WHEN origin_city = 'Seattle' THEN 'الرياض' ELSE 'Oslo' END" },
  },
};
const bars: BoardReport = {
  name: 'Bars',
  query,
  kind: 'vega',
  spec: {
    encoding: { y: { field: 'network.city', type: 'nominal' } },
    layer: [
      {
        mark: 'bar',
        encoding: {
          x: { field: 'network.flights', type: 'quantitative' },
          color: { field: 'network.place', type: 'nominal' },
        },
      },
      { mark: { type: 'text', align: 'right' }, encoding: { text: { field: 'network.place' } } },
    ],
  },
};
const flow: BoardReport = { name: 'Flow', query, kind: 'sankey' };

async function show(report: BoardReport) {
  const { publicId } = await world.publish({
    reports: { chart: report },
    widgets: [
      { id: 'chart', type: 'CHART', config: { report: 'chart' }, position: { x: 0, y: 0, w: 12, h: 10 } },
    ],
  });
  const opened = await world.open(publicId, { prepare: noteTexts });
  await opened.nextEvent('dashboard-loaded');
  return opened;
}

/** Has a page note the direction in which it draws each text. */
function noteTexts(page: Page): void {
  void page.addInitScript(() => {
    const drawn: Record<string, string> = {};
    Object.assign(window, { drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function note(text, ...place) {
      drawn[text] = this.direction;
      fillText.call(this, text, ...place);
    };
  });
}

const notedTexts = (canvas: Locator) =>
  canvas.evaluate(() => (window as unknown as { drawn: Record<string, string> }).drawn);

test('names in a chart are drawn, and cut, in their own direction; numbers and Latin names from left to right', async () => {
  const { frame, close } = await show(bars);
  const drawn = await notedTexts(frame.locator('canvas'));
  const cut = Object.keys(drawn).find((text) => text.endsWith('…'));
  assert.ok(cut !== undefined && LONG.startsWith(cut.slice(0, -1)), 'cut at its end');
  for (const text of [cut, SHORT, MEASURE, 'المدينة', 'الرياض'])
    assert.equal(drawn[text], 'rtl', `${text} in ${JSON.stringify(drawn)}`);
  const numbers = Object.keys(drawn).filter((text) => /^[\d.]+$/.test(text));
  assert.ok(numbers.length > 1);
  for (const text of ['San Francisco.', 'Oslo', ...numbers]) assert.equal(drawn[text], 'ltr', text);
  await close();
});

/** Where a character of a text of a drawing stands, in pixels from the left. */
const leftOf = (text: Locator, index: number) =>
  text.evaluate((element, at) => (element as SVGTextElement).getExtentOfChar(at).x, index);

test('names of a flow are drawn in their own direction, and tooltips keep source and target in their places', async () => {
  const { frame, close } = await show(flow);
  const sankey = frame.locator('[data-part=sankey]');
  const label = sankey.locator('text').filter({ hasText: SHORT });
  assert.ok((await leftOf(label, SHORT.length - 1)) < (await leftOf(label, 0)), 'the sign is at the left');
  const latin = sankey.locator('text').filter({ hasText: 'San Francisco.' });
  assert.ok((await leftOf(latin, 0)) < (await leftOf(latin, 13)));
  // From one name of the right to the left to another.
  const band = sankey.locator('path').last();
  const [x, y] = await band.evaluate((path: SVGPathElement) => {
    const { x: left, y: top } = path.getPointAtLength(path.getTotalLength() / 2);
    return [left, top] as const;
  });
  await sankey.hover({ position: { x, y } });
  const title = sankey.locator('[data-part=tooltip] b').first();
  const text = await title.textContent();
  assert.match(text ?? '', /القاهرة.* → .*الرياض/);
  const arrow = text?.indexOf('→') ?? 0;
  const [source, middle, target] = await title.evaluate(
    (element, places) =>
      places.map((place) => {
        const range = document.createRange();
        const node = element.firstChild ?? element;
        range.setStart(node, place);
        range.setEnd(node, place + 1);
        return range.getBoundingClientRect().left;
      }),
    [1, arrow, arrow + 3],
  );
  assert.ok((source ?? 0) < (middle ?? 0) && (middle ?? 0) < (target ?? 0), text ?? '');
  await close();
});

test('paragraphs and cells of a template have the direction of their own text, unless it says otherwise', async () => {
  const template =
    '<table>{{#each data}}<tr><td>{{[network.city]}}</td></tr>{{/each}}</table><p style="unicode-bidi: normal">' +
    `${SHORT}</p>`;
  const { frame, close } = await show({ name: 'Page', query, kind: 'html', spec: { template } });
  const page = frame.frameLocator('[data-part=html]');
  const leftOfChar = (part: Locator, index: number) =>
    part.evaluate((element, at) => {
      const range = document.createRange();
      range.setStart(element.firstChild ?? element, at);
      range.setEnd(element.firstChild ?? element, at + 1);
      return range.getBoundingClientRect().left;
    }, index);
  const signIsLeft = async (part: Locator, text: string) =>
    (await leftOfChar(part, text.length - 1)) < (await leftOfChar(part, 0));
  assert.ok(await signIsLeft(page.getByRole('cell', { name: SHORT }), SHORT));
  assert.ok(!(await signIsLeft(page.getByRole('cell', { name: 'San Francisco.' }), 'San Francisco.')));
  assert.ok(!(await signIsLeft(page.locator('p'), SHORT)));
  await close();
});
