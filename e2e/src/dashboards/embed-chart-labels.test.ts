import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { BoardReport } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import type { Flight } from '../support/small-data.ts';

/**
 * What charts write and how they tell values apart: times, labels of categories, colours. Each city has a flight on
 * each of twelve days.
 */
let world: EmbedWorld;
const CITIES = ['SFO', 'LAX', 'SEA'] as const;
const FLIGHTS: Flight[] = CITIES.flatMap((origin, city) =>
  Array.from(
    { length: 12 },
    (_, index) =>
      [`2001-${String(index + 1).padStart(2, '0')}-03 08:00`, index, 300 + city, origin, 'JFK'] as const,
  ),
);
before(async () => {
  world = await startEmbedWorld(FLIGHTS);
});
after(() => world.close());

interface DrawnText {
  text: string;
  /** Degrees, clockwise. */
  angle: number;
}

/** Has a page keep the texts that its canvases draw, and the colours that they fill with, of the last drawing. */
function noteDrawings(page: Page): void {
  void page.addInitScript(() => {
    const notes = { texts: [] as DrawnText[], fills: new Set<string>() };
    Object.assign(window, { notes });
    const { clearRect, fill, fillText } = CanvasRenderingContext2D.prototype;
    Object.assign(CanvasRenderingContext2D.prototype, {
      clearRect(this: CanvasRenderingContext2D, ...box: Parameters<typeof clearRect>) {
        notes.texts = [];
        notes.fills.clear();
        clearRect.apply(this, box);
      },
      fill(this: CanvasRenderingContext2D, ...rule: Parameters<typeof fill>) {
        notes.fills.add(String(this.fillStyle));
        fill.apply(this, rule);
      },
      fillText(this: CanvasRenderingContext2D, ...written: Parameters<typeof fillText>) {
        const { a, b } = this.getTransform();
        notes.texts.push({ text: written[0], angle: Math.round((Math.atan2(b, a) * 180) / Math.PI) });
        fillText.apply(this, written);
      },
    });
  });
}

/** Draws one chart, so wide of twelve columns, and answers with what it has drawn. */
async function draw(report: Omit<BoardReport, 'name' | 'kind'>, w = 12) {
  const { publicId } = await world.publish({
    reports: { chart: { name: 'Chart', kind: 'vega', ...report } },
    widgets: [{ id: 'chart', type: 'CHART', config: { report: 'chart' }, position: { x: 0, y: 0, w, h: 8 } }],
  });
  const { frame, nextEvent, close } = await world.open(publicId, { prepare: noteDrawings });
  await nextEvent('dashboard-loaded');
  const drawn = await frame.locator('canvas').evaluate(() => {
    const { notes } = window as unknown as { notes: { texts: DrawnText[]; fills: Set<string> } };
    return { texts: notes.texts, fills: [...notes.fills] };
  });
  await close();
  return drawn;
}

const count = { field: 'network.count', type: 'quantitative' };
const byMonth = {
  measures: ['network.count', 'network.average_delay'],
  timeDimensions: [{ dimension: 'network.departure', granularity: 'month' }],
};
const month = { field: 'network.departure', type: 'nominal' };

test('a pie, a scatter plot and bars by time name their months, and tell twelve of them apart', async () => {
  const delay = { field: 'network.average_delay', type: 'quantitative' };
  for (const [spec, colors] of [
    [{ mark: 'arc', encoding: { theta: { ...count, stack: true }, color: { ...month, sort: null } } }, 12],
    [{ mark: { type: 'point', filled: true }, encoding: { x: delay, y: count, color: month } }, 12],
    [{ mark: 'bar', encoding: { x: { ...month, sort: null }, y: count } }, 1],
  ] as const) {
    const { texts, fills } = await draw({ query: byMonth, spec });
    const words = texts.map(({ text }) => text);
    assert.ok(words.includes('Jan 2001') && words.includes('Dec 2001'), words.join(', '));
    assert.ok(!words.some((text) => /\d{6}/.test(text)), words.join(', '));
    assert.ok(fills.filter((fill) => fill.startsWith('#')).length >= colors, fills.join(', '));
  }
});

test('names of categories lie as they are read where they fit, and slant in a narrow chart', async () => {
  const named = (suffix: string) => ({
    measures: ['network.count'],
    dimensions: ['network.named'],
    calculatedFields: { 'network.named': { sql: `network.origin_city || '${suffix}'` } },
  });
  const spec = {
    mark: 'bar',
    encoding: { x: { field: 'network.named', type: 'nominal', sort: null }, y: count },
  };
  const anglesOf = ({ texts }: { texts: DrawnText[] }) => [
    ...new Set(texts.filter(({ text }) => /^(San|Los|Seat)/.test(text)).map(({ angle }) => angle)),
  ];
  assert.deepEqual(anglesOf(await draw({ query: named(''), spec })), [0]);
  assert.deepEqual(anglesOf(await draw({ query: named(', a city by the sea'), spec }, 2)), [-45]);
});

test('bars with colours stand by their totals where the query states no order, and else in its order', async () => {
  const query = {
    measures: ['network.count'],
    dimensions: ['network.origin_city', 'network.destination'],
  };
  const spec = {
    mark: 'bar',
    encoding: {
      x: { field: 'network.origin_city', type: 'nominal', sort: null },
      y: count,
      color: { field: 'network.destination', type: 'nominal' },
    },
  };
  const citiesOf = ({ texts }: { texts: DrawnText[] }) =>
    texts.map(({ text }) => text).filter((text) => /^(San|Los|Seat)/.test(text));
  assert.equal(citiesOf(await draw({ query, spec })).length, 3);
  const ordered = await draw({ query: { ...query, order: { 'network.origin_city': 'desc' } }, spec });
  assert.deepEqual(citiesOf(ordered), ['Seattle', 'San Francisco', 'Los Angeles']);
});

test('two measures of different size have an axis on either side, each with its title and its numbers', async () => {
  const line = (field: string, series: string, more: object = {}) => ({
    mark: { type: 'line' },
    encoding: { y: { field, type: 'quantitative', ...more }, color: { datum: series } },
  });
  const spec = {
    encoding: { x: { ...month, type: 'temporal' } },
    layer: [
      line('network.total_distance', 'Miles'),
      line('network.average_delay', 'Delay', { axis: { grid: false } }),
    ],
    resolve: { scale: { y: 'independent' } },
  };
  const query = { ...byMonth, measures: ['network.total_distance', 'network.average_delay'] };
  const { texts } = await draw({ query, spec });
  const turned = texts.filter(({ angle }) => Math.abs(angle) === 90);
  assert.deepEqual(
    turned.map(({ text, angle }) => [text, angle]),
    [
      ['Miles flown', -90],
      ['Average delay', 90],
    ],
  );
  const numbers = texts.map(({ text }) => text).filter((text) => /^[\d,.]+$/.test(text));
  assert.ok(numbers.includes('800') && numbers.includes('10'), numbers.join(' '));
});
