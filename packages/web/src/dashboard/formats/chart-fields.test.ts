import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View } from 'vega';
import type { QueryResult } from '../../query/load-batch.ts';
import { chartLook } from '../charts/chart-config.ts';
import { toChartDocument, toChartRows } from './chart-fields.ts';
import { toUtcSpec } from '../charts/expressions/chart-clock.ts';
import { compileChart } from '../charts/compile-chart.ts';

const result: QueryResult = {
  rows: [
    {
      'f.count': 3,
      'f.origin': 'SFO',
      'f.date.month': '2001-01-01T00:00:00.000',
      'f.date': '2001-01-01T00:00:00.000',
    },
  ],
  columns: {
    'f.count': { kind: 'measure', type: 'number', shortTitle: 'Flights' },
    'f.origin': { kind: 'dimension', type: 'string', shortTitle: 'Origin' },
    'f.date.month': { kind: 'timeDimension', type: 'time', shortTitle: 'Date' },
  },
};
const colors = {
  text: '#111111',
  muted: '#555555',
  grid: '#eeeeee',
  surface: '#ffffff',
  series: ['#3355dd'],
  font: 'serif',
};
const look = chartLook(colors, []);
const january = Date.UTC(2001, 0, 1);

test('rows have names without dots, and times as milliseconds, with and without the granularity', () => {
  assert.deepEqual(toChartRows(result), [
    { f__count: 3, f__origin: 'SFO', f__date__month: january, f__date: january },
  ]);
});

test('a field takes the title of the model where its author gave none', () => {
  const channel = (field: string, more: object = {}) => toChartDocument({ field, ...more }, result);
  assert.deepEqual(channel('f.count'), { field: 'f__count', title: 'Flights' });
  assert.deepEqual(channel('f.date'), { field: 'f__date', title: 'Date' });
  assert.deepEqual(channel('f.count', { title: null }), { field: 'f__count', title: null });
});

test('columns are renamed wherever a document names them', () => {
  const document = {
    transform: [
      { aggregate: [{ op: 'sum', field: 'f.count', as: 'total' }], groupby: ['f.origin'] },
      { fold: ['f.count'] },
      { calculate: `datum['f.count'] / datum["f.count"] + datum.total`, as: 'share' },
      { filter: { field: 'f.origin', equal: 'f.unknown' } },
    ],
    encoding: {
      x: { field: String.raw`f\.origin`, title: 'f.origin' },
      y: { field: "['f.count']", title: null },
    },
    data: { format: { parse: { 'f.date': 'date' } } },
  };
  const renamed = toChartDocument(document, result) as typeof document;
  assert.deepEqual(renamed.transform, [
    { aggregate: [{ op: 'sum', field: 'f__count', as: 'total', title: 'Flights' }], groupby: ['f__origin'] },
    { fold: ['f__count'] },
    { calculate: `datum['f__count'] / datum["f__count"] + datum.total`, as: 'share' },
    { filter: { field: 'f__origin', equal: 'f.unknown', title: 'Origin' } },
  ]);
  assert.deepEqual(renamed.encoding, {
    x: { field: 'f__origin', title: 'f.origin' },
    y: { field: 'f__count', title: null },
  });
  assert.deepEqual(renamed.data, { format: { parse: { f__date: 'date' } } });
});

test('a value that is none, and an empty text, have words on an axis, in a legend and above a facet', async () => {
  const rows = [{ 'f.origin': null }, { 'f.origin': '' }, { 'f.origin': 'SFO' }].map((row) => ({
    ...row,
    'f.count': 1,
  }));
  const origin = { field: 'f.origin', type: 'nominal' };
  const count = { field: 'f.count', type: 'quantitative' };
  const textsOf = async (spec: object) => {
    const document = toChartDocument(spec, { ...result, rows });
    const view = new View(
      parse(compileChart({ ...document, data: { values: toChartRows({ ...result, rows }) } }, look)),
      { renderer: 'none' },
    );
    const drawn = await view.toSVG();
    return [...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  };
  for (const encoding of [
    { x: origin, y: count },
    { y: count, color: origin },
  ]) {
    const texts = await textsOf({ mark: 'bar', encoding });
    for (const words of ['–', '""', 'SFO'])
      assert.ok(texts.includes(words), `${words} in ${texts.join(', ')}`);
    assert.ok(!texts.includes('null'));
  }
  const facets = await textsOf({ facet: origin, spec: { mark: 'point', encoding: { y: count } } });
  assert.ok(facets.includes('""') && !facets.includes('null'), facets.join(', '));
  const own = toChartDocument(
    { encoding: { x: { ...origin, axis: { format: '' } }, y: { ...origin, axis: null } } },
    result,
  );
  assert.ok(!JSON.stringify(own).includes('labelExpr'), 'what its author has said stays');
});

test('a time is written as one wherever a document takes it for a name, an order, a quantity or a text', async () => {
  const rows = ['2001-01-01', '2001-02-01'].map((date) => ({
    'f.date.month': `${date}T00:00:00.000`,
    'f.date': `${date}T00:00:00.000`,
    'f.last': `${date}T12:30:00.000`,
    'f.count': 1,
  }));
  const times: QueryResult = {
    rows,
    columns: { ...result.columns, 'f.last': { kind: 'measure', type: 'time', shortTitle: 'Last' } },
  };
  const draw = async (spec: object) => {
    const document = toChartDocument(spec, times);
    const compiled = toUtcSpec(compileChart({ ...document, data: { values: toChartRows(times) } }, look));
    const view = new View(parse(compiled), { renderer: 'none' });
    const drawn = await view.toSVG();
    const texts = [...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    return `${texts.join(', ')} ${drawn.match(/aria-label="[^"]*"/g)?.join(' ') ?? ''}`;
  };
  const count = { field: 'f.count', type: 'quantitative' };
  for (const type of ['nominal', 'ordinal'])
    for (const field of ['f.date', 'f.date.month']) {
      const time = { field, type };
      for (const spec of [
        { mark: 'arc', encoding: { theta: count, color: time } },
        { mark: 'arc', encoding: { theta: count, color: { ...time, legend: { orient: 'bottom' } } } },
        { mark: 'point', encoding: { x: count, y: count, shape: time } },
        { mark: 'bar', encoding: { x: time, y: count } },
        { mark: 'bar', encoding: { y: time, x: count } },
        { mark: 'text', encoding: { x: count, text: time } },
        { facet: time, spec: { mark: 'point', encoding: { y: count } } },
        { mark: 'point', encoding: { y: count, row: time } },
      ]) {
        const drawn = await draw(spec);
        assert.match(drawn, /Jan 2001/, `${JSON.stringify(spec)}: ${drawn}`);
        assert.match(drawn, /Feb 2001/);
        assert.doesNotMatch(drawn.replaceAll(/aria-label.*/g, ''), /\d{6,}/);
      }
    }
  const last = { field: 'f.last', type: 'quantitative', scale: { zero: false } };
  const plane = await draw({ mark: 'point', encoding: { x: last, y: count } });
  assert.match(plane, /2001/);
  assert.doesNotMatch(plane.replaceAll(/aria-label.*/g, ''), /\d{6,}/);
  const own = { field: 'f.date', type: 'nominal', legend: { format: '%Y', formatType: 'time' } };
  assert.doesNotMatch(await draw({ mark: 'arc', encoding: { theta: count, color: own } }), /Jan 2001,/);
  assert.doesNotMatch(
    JSON.stringify(toChartDocument({ ...own, aggregate: 'distinct', legend: {} }, times)),
    /format/,
  );
});

test('a chart has the nearest double of a number that is larger', () => {
  const rows = [{ 'f.count': '9007199254740993' }];
  assert.deepEqual(toChartRows({ ...result, rows }), [{ f__count: 2 ** 53 }]);
});
