import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View } from 'vega';
import { chartLook } from '../chart-config.ts';
import { compileChart } from '../compile-chart.ts';
import { openLabelScales, placeLabels } from './fit-labels.ts';
import { axisLabelsOf } from '../pointer/scene.ts';

/** Labels of one length, so far apart. */
const labels = (length: number, step: number, count = 5) => [
  Array.from({ length: count }, (_, index) => ({ length, middle: index * step })),
];

test('labels lie as they are read where they fit, also when they are almost too long', () => {
  assert.deepEqual(placeLabels(labels(50, 110), 300), { angle: 0, limit: 140 });
  assert.deepEqual(placeLabels(labels(54, 60), 300), { angle: 0, limit: 140 });
  assert.deepEqual(placeLabels(labels(12, 20, 24), 300), { angle: 0, limit: 140 });
  assert.deepEqual(placeLabels(labels(110, 90), 300), { angle: 0, limit: 84 });
});

test('labels that lie closer slant, and are turned last', () => {
  assert.deepEqual(placeLabels(labels(55, 60), 300), { angle: 315, limit: 140 });
  assert.deepEqual(placeLabels(labels(140, 90), 300), { angle: 315, limit: 140 });
  assert.deepEqual(placeLabels(labels(60, 17), 300), { angle: 315, limit: 140 });
  assert.deepEqual(placeLabels(labels(60, 16), 300), { angle: 270, limit: 120 });
});

test('labels leave most of a low chart to what it shows', () => {
  assert.deepEqual(placeLabels(labels(140, 10), 200), { angle: 270, limit: 80 });
  assert.deepEqual(placeLabels(labels(140, 10), 60), { angle: 270, limit: 64 });
});

test('one label, and none, are not turned; of several axes the closest one counts', () => {
  assert.deepEqual(placeLabels(labels(500, 10, 1), 300), { angle: 0, limit: 140 });
  assert.deepEqual(placeLabels([], 300), { angle: 0, limit: 140 });
  assert.equal(placeLabels([...labels(50, 110), ...labels(50, 30)], 300).angle, 315);
});

const colors = {
  text: '#111',
  muted: '#555',
  grid: '#eee',
  surface: '#fff',
  series: ['#35d'],
  font: 'serif',
};
const look = chartLook(colors, []);
const city = { field: 'city', type: 'nominal' };
const count = { field: 'count', type: 'quantitative' };
const data = {
  values: [
    { city: 'San Jose', count: 3 },
    { city: 'Oslo', count: 1 },
  ],
};
const compiled = (encoding: object) =>
  compileChart({ data, mark: 'bar', width: 400, height: 100, encoding }, look);

test('labels of categories along x are open, those that an author has turned are not', async () => {
  for (const [encoding, open] of [
    [{ x: city, y: count }, ['x']],
    [{ x: { ...city, axis: { orient: 'top' } }, y: count }, ['x']],
    [{ x: { ...city, axis: { labelAngle: -90 } }, y: count }, []],
    [{ x: { ...city, axis: { labelAngle: 0 } }, y: count }, []],
    [{ x: { ...city, axis: null }, y: count }, []],
    [{ y: city, x: count }, []],
    [{ x: { ...city, axis: { format: '%Y', formatType: 'time' } }, y: count }, []],
    [{ x: city, y: count, row: city }, ['x']],
  ] as const) {
    const document = compiled(encoding);
    assert.deepEqual([...openLabelScales(document)], open, JSON.stringify(encoding));
    const view = new View(parse(document), { renderer: 'none' });
    await view.runAsync();
    assert.equal(axisLabelsOf(view, openLabelScales(document)).length > 0, open.length > 0);
  }
});

test('labels of times lie as they are read', () => {
  const document = compiled({ x: { ...city, axis: { format: '%Y', formatType: 'time' } }, y: count });
  const axis = document.axes?.find(({ scale, labels: shown }) => scale === 'x' && shown !== false);
  assert.deepEqual([axis?.labelAngle, axis?.labelAlign, axis?.labelBaseline], [0, 'center', 'top']);
});
