import { readReportMeta } from '../../../../../server/src/workspace/reports/report-meta.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  canDraw,
  CHART_KINDS,
  columnsOf,
  LEGENDS,
  resolveChart,
  STACKINGS,
  TABLE_SWITCHES,
  suggestKind,
  type ChartChoice,
} from './chart-choice.ts';
import type { ChartColumn } from './chart-column.ts';
import { readChart, writeChart } from './chart-spec.ts';
import { emptyDraft } from '../query/query-draft.ts';

const time = { key: 'orders.created', kind: 'time', title: 'Created' } as const;
const status = { key: 'orders.status', kind: 'dimension', title: 'Status' } as const;
const city = { key: 'orders.city', kind: 'dimension', title: 'City' } as const;
const count = { key: 'orders.count', kind: 'measure', title: 'Orders' } as const;
const total = { key: 'orders.total', kind: 'measure', title: 'Total' } as const;

const queries: readonly (readonly ChartColumn[])[] = [
  [count],
  [count, total],
  [status],
  [time, count],
  [time, count, total],
  [time, status, count],
  [status, count],
  [status, count, total],
  [status, city, count],
  [status, city, count, total],
];

test('measures on a second axis have a scale of their own, and stay there when the chart is opened again', () => {
  const late = { key: 'orders.late', kind: 'measure', title: 'Late' } as const;
  const columns = [time, count, total, late];
  const choices: ChartChoice[] = [
    { kind: 'bar', y: [count.key, total.key], second: [total.key] },
    {
      kind: 'line',
      second: [late.key],
      style: { valueTitle: 'Orders', secondTitle: 'Share', legend: 'top' },
    },
    { kind: 'area', second: [total.key, late.key] },
    { kind: 'bar', isHorizontal: true, second: [late.key] },
  ];
  for (const choice of choices) {
    const stored = writeChart(resolveChart(choice, columns), columns);
    assert.doesNotThrow(() => readReportMeta({ ...stored }));
    assert.deepEqual(Object(stored.spec).resolve, {
      scale: { [choice.isHorizontal ? 'x' : 'y']: 'independent' },
    });
    assert.equal(Object(stored.spec).layer.length, 2);
    assert.deepEqual(readChart(stored, columns), choice);
  }
});

test('a second axis with all measures is none, and one of a measure that is gone goes with it', () => {
  const all = { kind: 'line', second: [count.key, total.key] } as const;
  assert.deepEqual(resolveChart(all, [time, count, total]).second, []);
  assert.deepEqual(resolveChart({ kind: 'line', second: [total.key] }, [time, count]).second, []);
  // A colour tells the values of a dimension apart, so one measure is drawn.
  assert.deepEqual(
    resolveChart({ kind: 'line', second: [total.key] }, [time, status, count, total]).second,
    [],
  );
});

const compared = { key: 'orders.count__prev', kind: 'measure', title: 'Before', isChange: false } as const;

test('widths, looks by value and the places of comparisons are written, pass the contract and are read back', () => {
  const columns = [status, city, count, total, compared];
  const choice: ChartChoice = {
    kind: 'table',
    table: {
      widths: { 'orders.status': 140 },
      order: [status.key, city.key, count.key, compared.key, total.key],
      conditions: [
        { field: count.key, operator: 'greater_than', value: 5, backgroundColor: '#ffe3e3' },
        { field: city.key, operator: 'is_null', color: 'red', applyTo: 'row' },
      ],
    },
  };
  const stored = writeChart(resolveChart(choice, columns), columns);
  assert.deepEqual(stored.spec, {
    columns: [
      { field: status.key, width: 140 },
      { field: city.key },
      { field: count.key },
      { field: compared.key },
      { field: total.key },
    ],
    conditions: choice.table?.conditions,
  });
  assert.doesNotThrow(() => readReportMeta({ ...stored }));
  assert.deepEqual(readChart(stored, columns), choice);
  // The order of members is that of the query, whatever it becomes; the comparison keeps its place.
  const moved = writeChart(resolveChart(choice, [city, status, total, count, compared]), [
    city,
    status,
    total,
    count,
    compared,
  ]);
  assert.deepEqual(fieldsOf(moved.spec), [city.key, status.key, total.key, compared.key, count.key]);
  // What names columns that are gone goes.
  const left = resolveChart(choice, [city, count]);
  assert.deepEqual(left.table, { conditions: choice.table?.conditions });
});

test('an order of members that is not that of the query is left to the specification', () => {
  const spec = { columns: [{ field: count.key }, { field: status.key }] };
  assert.equal(readChart({ kind: 'table', spec }, [status, count]), undefined);
});

const fieldsOf = (spec: unknown) =>
  (spec as { columns: { field: string }[] }).columns.map(({ field }) => field);

test('the kind follows from the query', () => {
  const suggested = queries.map(suggestKind);
  assert.deepEqual(suggested, ['kpi', 'kpi', 'table', 'line', 'line', 'line', 'bar', 'bar', 'bar', 'bar']);
  assert.equal(suggestKind([time, status, city, count]), 'table');
  assert.equal(suggestKind([]), 'table');
});

test('what the panel writes passes the contract, and is read back as the same drawing', () => {
  for (const columns of queries)
    for (const kind of CHART_KINDS.filter((each) => canDraw(each, columns)))
      for (const choice of choicesOf(kind, columns)) {
        const chart = resolveChart(choice, columns);
        const stored = writeChart(chart, columns);
        const at = JSON.stringify({ choice, columns: columns.map(({ key }) => key) });
        assert.doesNotThrow(() => readReportMeta({ ...stored }), at);
        const read = readChart(JSON.parse(JSON.stringify(stored)) as typeof stored, columns);
        assert.ok(read, at);
        assert.deepEqual(writeChart(resolveChart(read, columns), columns), stored, at);
      }
});

function choicesOf(kind: ChartChoice['kind'], columns: readonly ChartColumn[]): ChartChoice[] {
  const keys = columns.map(({ key }) => key);
  return [
    { kind },
    { kind, color: null },
    ...keys.flatMap((key) => [
      { kind, x: key },
      { kind, y: [key] },
      { kind, color: key },
    ]),
    ...keys.map((key) => ({ kind, color: null, second: [key], style: { secondTitle: 'Beside' } })),
    ...STACKINGS.map((stacking) => ({ kind, stacking })),
    { kind, isHorizontal: true, stacking: 'side' as const },
    ...LEGENDS.map((legend) => ({ kind, style: { legend, color: '#18794e' } })),
    { kind, style: { title: 'All', groupTitle: 'Along', valueTitle: 'Up' } },
    { kind, isHorizontal: true, style: { groupTitle: 'Along', valueTitle: 'Up' } },
    ...TABLE_SWITCHES.map((name) => ({ kind, table: { [name]: true as const } })),
    { kind, table: { bars: keys, scales: keys } },
    { kind, table: { pivot: keys.slice(0, 1), rowTotals: true as const } },
    { kind, table: { pivot: ['orders.gone'], bars: ['orders.gone'] } },
  ];
}

test('the series of several measures have the titles of the model, which may change', () => {
  const columns = [time, count, total];
  const { spec } = writeChart(resolveChart({}, columns), columns);
  assert.match(JSON.stringify(spec), /"datum":"Total"/);
  const renamed = [time, count, { ...total, title: 'Sum' }];
  assert.deepEqual(readChart({ kind: 'vega', spec }, renamed), { kind: 'line' });
});

test('a table with bars names all columns of the query, and those that come later', () => {
  const choice = { kind: 'table', table: { bars: [count.key] } } as const;
  const fieldsOf = (columns: readonly ChartColumn[]) =>
    Object(writeChart(resolveChart(choice, columns), columns).spec).columns;
  assert.deepEqual(fieldsOf([status, count]), [
    { field: 'orders.status' },
    { field: 'orders.count', display: { type: 'bar' } },
  ]);
  const month = { ...time, cell: 'orders.created.month' };
  assert.deepEqual(fieldsOf([month, count, total]), [
    { field: 'orders.created.month' },
    { field: 'orders.count', display: { type: 'bar' } },
    { field: 'orders.total' },
  ]);
});

test('a table that says more of its columns than the panel can is left alone', () => {
  const columns = [status, count];
  const specs = [
    { columns: [{ field: 'orders.count', display: { type: 'bar' } }] },
    {
      columns: [
        { field: 'orders.status' },
        { field: 'orders.count', display: { type: 'bar', color: 'red' } },
      ],
    },
    { columnTotals: false },
    { conditions: [] },
    { pivot: { columns: ['orders.status'], measuresAxis: 'rows' } },
  ];
  for (const spec of specs)
    assert.equal(readChart({ kind: 'table', spec }, columns), undefined, JSON.stringify(spec));
  assert.deepEqual(readChart({ kind: 'table', spec: { columnTotals: true } }, columns), {
    kind: 'table',
    table: { columnTotals: true },
  });
});

test('a field that is gone from the query gives way to one that is there, and a new measure is drawn', () => {
  const choice = { kind: 'line', x: time.key, y: [count.key] } as const;
  assert.equal(resolveChart(choice, [status, count]).x, status.key);
  assert.deepEqual(resolveChart(choice, [time, total]).y, [total.key]);
  assert.deepEqual(resolveChart({ kind: 'line' }, [time, count, total]).y, [count.key, total.key]);
  assert.equal(resolveChart(choice, [count]).kind, 'kpi');
});

test('a document that says more than the panel can is left alone', () => {
  const columns = [status, count];
  const { spec } = writeChart(resolveChart({}, columns), columns);
  assert.ok(readChart({ kind: 'vega', spec }, columns));
  assert.ok(readChart({ kind: 'vega', spec: JSON.stringify(spec) }, columns), 'also as text');
  const documents = [
    { ...(spec as object), width: 300 },
    { ...(spec as object), mark: { type: 'bar', cornerRadius: 2 } },
    { mark: 'bar', encoding: {} },
    { layer: [] },
    {},
  ];
  for (const document of documents)
    assert.equal(readChart({ kind: 'vega', spec: document }, columns), undefined, JSON.stringify(document));
  assert.equal(readChart({ kind: 'table', spec: { rowNumbers: true, headers: 'wrap' } }, columns), undefined);
  assert.equal(readChart({ kind: 'map', spec: {} }, columns), undefined);
  assert.equal(readChart({ kind: 'vega', spec: 'no JSON' }, columns), undefined);
  assert.deepEqual(readChart({ kind: 'table', spec: null }, columns), { kind: 'table' });
});

test('a time under two granularities is two columns', () => {
  const cut = (granularity: string) => ({ dimension: 'orders.created', granularity, rest: {} });
  const columns = columnsOf({ ...emptyDraft, times: [cut('month'), cut('year')] }, (name) => name);
  assert.deepEqual(
    columns.map(({ key }) => key),
    ['orders.created.month', 'orders.created.year'],
  );
});

test('maps and templates are written, pass the contract and are read back', () => {
  const latitude = { key: 'shops.latitude', kind: 'dimension', title: 'Breite' } as const;
  const longitude = { key: 'shops.lng', kind: 'dimension', title: 'Länge' } as const;
  const columns = [city, latitude, longitude, count];
  const choices: ChartChoice[] = [
    { kind: 'points' },
    { kind: 'points', map: { size: 12, color: '#18794e', cluster: true } },
    { kind: 'points', map: { size: count.key, color: city.key } },
    { kind: 'regions' },
    { kind: 'regions', map: { source: 'us-states', property: 'postal', palette: 'blues' } },
    {
      kind: 'regions',
      map: { source: 'https://maps.example.com/a.json', property: 'code', palette: ['#fff', '#000'] },
    },
    { kind: 'html' },
    { kind: 'html', html: '<p>{{rowCount}}</p>' },
    { kind: 'html', html: { template: '<p>{{rowCount}}</p>', pivot: { columns: [city.key] } } },
  ];
  for (const choice of choices) {
    const stored = writeChart(resolveChart(choice, columns), columns);
    assert.doesNotThrow(() => readReportMeta({ ...stored }));
    const read = readChart(stored, columns);
    assert.ok(read, choice.kind);
    assert.deepEqual(writeChart(resolveChart(read, columns), columns), stored);
    // What follows from the query goes on following from it.
    if (choice.map === undefined && choice.html === undefined) assert.deepEqual(read, choice);
  }
  const { map } = resolveChart({ kind: 'points' }, columns);
  assert.deepEqual(map, { latitude: latitude.key, longitude: longitude.key });
});
