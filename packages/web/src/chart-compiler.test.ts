import type { ChartPalette, Dashboard } from '@oriel/contract';
import type { Query } from '@oriel/dashboard/control-settings';
import { withColumnFormats } from '@oriel/dashboard/column-formats';
import type { QueryResult } from '@oriel/dashboard/query-result';
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Spec } from 'vega';
import { compileDashboard } from './chart-compiler.ts';
import { chartLook, type ChartColors, type ChartLook } from './dashboard/charts/chart-config.ts';
import { chartParts, toDrawnDocument, type ChartSource } from './dashboard/charts/chart-parts.ts';
import { fillTemplate, markedDocument } from './dashboard/charts/chart-template.ts';
import { compileChart } from './dashboard/charts/compile-chart.ts';
import { followGrains } from './dashboard/charts/follow-grains.ts';
import { PARTIAL_FIELD } from './dashboard/formats/partial-buckets.ts';
import { sampleReports } from './dashboard/reports/sample-reports.ts';

interface Report {
  name: string;
  query: object;
  meta: { kind: string; spec: object };
  columnFormats?: NonNullable<Parameters<typeof withColumnFormats>[1]>;
}

const light: ChartColors = {
  text: '#16191f',
  muted: '#5b6475',
  grid: '#e3e6eb',
  surface: '#ffffff',
  series: ['#4c6ef5', '#f76707', '#12b886', '#ae3ec9'],
  font: 'ui-sans-serif, system-ui',
};
const dark: ChartColors = {
  text: 'rgb(236 238 242)',
  muted: 'oklch(0.7 0.02 260)',
  // One colour for two things, and one colour alone.
  grid: 'oklch(0.7 0.02 260)',
  surface: '#14161a',
  series: ['#748ffc'],
  font: '"Iowan Old Style", serif',
};
const brand: ChartPalette = {
  id: 'brand',
  name: 'Brand',
  kind: 'categorical',
  colors: ['#111', '#222', '#333'],
};
const palettes: ChartPalette[] = [
  brand,
  { id: 'heat', name: 'Heat', kind: 'sequential', colors: ['#fff', '#f00', '#400', '#000'], isDefault: true },
  { id: 'poles', name: 'Poles', kind: 'diverging', colors: ['#00f', '#fff', '#f00'], isDefault: true },
];
const looks: Record<string, ChartLook> = {
  light: chartLook(light, []),
  dark: chartLook(dark, []),
  'palettes of the account': chartLook(light, palettes),
  'another language': { ...chartLook(light, []), locale: { number: { decimal: ',', thousands: '.' } } },
};

const titles: Record<string, string> = {
  'orders.count': "Orders' number",
  'orders.amount': 'Amount (€)',
  'orders.region': 'Région',
  'orders.status': 'État',
  'orders.created_at': 'Créé le',
};
const query = {
  measures: ['orders.count', 'orders.amount'],
  dimensions: ['orders.region', 'orders.status'],
  timeDimensions: [{ dimension: 'orders.created_at', granularity: 'week' }],
};
const time = { field: 'orders.created_at.week', type: 'temporal' };
const count = { field: 'orders.count', type: 'quantitative' };
const amount = { field: 'orders.amount', type: 'quantitative' };
const region = { field: 'orders.region', type: 'nominal' };
const status = { field: 'orders.status', type: 'nominal' };

/** Documents of every kind that authors write. */
const specs: Record<string, object> = {
  'a line of a measure': { mark: 'line', encoding: { x: time, y: count } },
  'an area by colour': { mark: { type: 'area', line: true }, encoding: { x: time, y: count, color: region } },
  'bars of buckets': { mark: 'bar', encoding: { x: { ...time, type: 'ordinal' }, y: amount, color: status } },
  'bars by a rank': {
    transform: [{ calculate: "datum['orders.count'] * 2", as: 'twice' }],
    mark: { type: 'bar', cornerRadiusEnd: 2 },
    encoding: {
      y: { ...region, sort: '-x' },
      x: { field: 'twice', type: 'quantitative' },
      tooltip: [region, count],
    },
  },
  'two measures of one axis': {
    layer: [
      { mark: 'line', encoding: { x: time, y: count } },
      { mark: 'rule', encoding: { x: time, y: amount } },
    ],
  },
  'two axes': {
    encoding: { x: time },
    layer: [
      { mark: 'bar', encoding: { y: count } },
      { mark: { type: 'line', tooltip: true }, encoding: { y: { ...amount, axis: { orient: 'right' } } } },
    ],
    resolve: { scale: { y: 'independent' } },
  },
  'two axes of several measures': {
    encoding: { x: time },
    layer: [
      { mark: 'line', encoding: { y: count, color: { datum: 'A' } } },
      {
        layer: [
          { mark: 'line', encoding: { y: { ...amount, axis: { grid: false } }, color: { datum: 'B' } } },
          { mark: 'line', encoding: { y: { ...count, axis: { grid: false } }, color: { datum: 'C' } } },
        ],
      },
    ],
    resolve: { scale: { y: 'independent' } },
  },
  'small multiples': {
    mark: { type: 'point', tooltip: { content: 'data' } },
    encoding: { x: amount, y: count, column: region, color: status, size: count },
  },
  'a facet of layers': {
    facet: { row: { ...status } },
    spec: { layer: [{ mark: 'bar', encoding: { x: region, y: count } }] },
  },
  'a heat map': { mark: 'rect', encoding: { x: time, y: region, color: amount } },
  'a ring': {
    mark: { type: 'arc', innerRadius: 40 },
    encoding: { theta: count, color: region, tooltip: count },
  },
  'a diverging scale': {
    mark: 'rect',
    encoding: { x: region, y: status, color: { ...amount, scale: { domainMid: 0 } } },
  },
  'palettes by name': {
    mark: 'bar',
    encoding: { x: region, y: count, color: { ...status, scale: { scheme: 'palette:brand' } } },
  },
  'a palette for bands': {
    mark: 'rect',
    encoding: {
      x: region,
      y: status,
      color: { ...amount, scale: { type: 'quantize', scheme: 'palette:heat' } },
    },
  },
  'a palette in the settings': {
    config: { range: { category: { scheme: 'palette:brand' } } },
    mark: 'bar',
    encoding: { x: region, y: count, color: status },
  },
  'settings of its own': {
    config: {
      axis: { labelColor: 'red', titleFontSize: 20, labelPadding: { expr: '1 + 1' } },
      range: { category: ['#000', '#fff'], ramp: { scheme: 'viridis' } },
      bar: { color: 'green' },
      font: 'monospace',
    },
    mark: 'bar',
    encoding: { x: { bin: true, ...amount }, y: { aggregate: 'count' }, color: region },
  },
  'colours by condition': {
    params: [{ name: 'chosen', select: { type: 'point', fields: ['orders.region'] }, bind: 'legend' }],
    mark: 'bar',
    encoding: {
      x: {
        ...region,
        axis: { labelColor: { condition: { test: "datum.value === 'x'", value: 'red' }, value: 'blue' } },
      },
      y: count,
      color: { condition: { param: 'chosen', ...region }, value: 'lightgray' },
    },
  },
  'conditions of an axis that keeps its colour': {
    mark: 'bar',
    encoding: {
      x: {
        ...region,
        axis: { gridColor: { condition: { test: 'datum.index', value: 'red' }, value: 'blue' } },
      },
      y: count,
    },
  },
  'a brush': {
    params: [{ name: 'brush', select: 'interval' }],
    mark: 'point',
    encoding: { x: amount, y: count },
  },
  'boxes and errors': {
    layer: [
      { mark: 'boxplot', encoding: { x: region, y: amount } },
      { mark: 'errorbar', encoding: { x: region, y: amount } },
    ],
  },
  'words and lines side by side': {
    hconcat: [
      { mark: 'text', encoding: { text: count, y: region } },
      { title: 'Beside', mark: 'trail', encoding: { x: time, y: count, size: amount, strokeDash: status } },
    ],
  },
  'repeated views': {
    repeat: { layer: ['orders.count', 'orders.amount'] },
    spec: { mark: 'line', encoding: { x: time, y: { field: { repeat: 'layer' }, type: 'quantitative' } } },
  },
  'units of time': {
    mark: 'bar',
    encoding: { x: { timeUnit: 'yearmonth', ...time }, y: { aggregate: 'sum', ...amount } },
  },
};

let demo: Report[];
before(async () => {
  const from = new URL('../../../examples/demo/src/reports.ts', import.meta.url).href;
  const reports = (await import(from)) as Record<'overviewReports' | 'punctualityReports', Report[]>;
  demo = [...reports.overviewReports, ...reports.punctualityReports].filter(
    ({ meta }) => meta.kind === 'vega',
  );
});

const own = () =>
  Object.entries(specs).map(([name, spec]): Report => ({ name, query, meta: { kind: 'vega', spec } }));
const formatted = (): Report => ({
  name: 'a format of the report',
  query,
  meta: { kind: 'vega', spec: specs['an area by colour'] ?? {} },
  columnFormats: { 'orders.count': { type: 'currency', decimalPlaces: 1 } },
});
const samples = () =>
  sampleReports()
    .filter(({ kind }) => kind === 'vega')
    .map(({ title, spec, result }): Report => ({
      name: title,
      query: { dimensions: ['sales.month', 'sales.region'], measures: Object.keys(result.columns).slice(2) },
      meta: { kind: 'vega', spec: spec as object },
    }));

/** The result of a query, as the query API describes it. */
function resultOf({ query: asked, columnFormats = {} }: Report): QueryResult {
  const { measures = [], dimensions = [], timeDimensions = [] } = asked as Query;
  const titleOf = (member: string) => titles[member] ?? `Model's ${member}`;
  const columns = {
    ...Object.fromEntries(
      dimensions.map((key) => [key, { kind: 'dimension', type: 'string', shortTitle: titleOf(key) }]),
    ),
    ...Object.fromEntries(
      timeDimensions
        .filter(({ granularity }) => granularity !== undefined)
        .flatMap(({ dimension, granularity }) =>
          [`${dimension}.${granularity}`, dimension].map((key) => [
            key,
            { kind: 'timeDimension', type: 'time', shortTitle: titleOf(dimension) },
          ]),
        ),
    ),
    ...Object.fromEntries(
      measures.map((key) => [
        key,
        { kind: 'measure', type: 'number', format: 'percent', shortTitle: titleOf(key) },
      ]),
    ),
  } as QueryResult['columns'];
  const row = Object.fromEntries(Object.keys(columns).map((key) => [key, null]));
  return withColumnFormats({ rows: [row], columns }, columnFormats);
}

/** A dashboard of reports, as it was published. */
function publish(
  reports: readonly Report[],
  widgets: object[] = [],
): Pick<Dashboard, 'config' | 'reportSnapshots'> {
  const position = { x: 0, y: 0, w: 4, h: 4 };
  const charts = reports.map((_report, reportId) => ({
    id: `w${reportId}`,
    type: 'CHART',
    position,
    config: { reportId },
  }));
  const reportSnapshots = reports.map(({ query: asked, meta, columnFormats }, reportId) => ({
    reportId,
    kind: meta.kind,
    spec: meta.spec,
    jsonQuery: JSON.stringify(asked),
    preferences: columnFormats ? { columnFormats } : null,
  }));
  return { config: { widgets: [...charts, ...widgets] }, reportSnapshots } as unknown as Pick<
    Dashboard,
    'config' | 'reportSnapshots'
  >;
}

const sourceOf = (report: Report, used: readonly ChartPalette[] = palettes): ChartSource => {
  const result = resultOf(report);
  return { spec: followGrains(report.meta.spec, result), result, palettes: used };
};
const WHOLE = [{}];
const CUT = [{ [PARTIAL_FIELD]: true }, {}];
const plain = (spec: unknown): unknown => JSON.parse(JSON.stringify(spec));

/** What a page that has a dashboard's templates draws; undefined where it compiles itself. */
function drawn(
  templates: ReadonlyMap<string, Spec>,
  source: ChartSource,
  rows: typeof WHOLE,
  look: ChartLook,
): Spec | undefined {
  const marked = markedDocument(source, rows) ?? '';
  const template = templates.get(marked);
  return template && fillTemplate(template, marked, { ...source, look });
}

/** The templates as they come over the wire. */
const templatesOf = (dashboard: ReturnType<typeof publish>) =>
  new Map(
    (plain(compileDashboard(dashboard)) as { document: string; vega: Spec }[]).map(({ document, vega }) => [
      document,
      vega,
    ]),
  );

const compiledHere = (source: ChartSource, rows: typeof WHOLE, look: ChartLook) =>
  plain(compileChart(toDrawnDocument(chartParts(source, rows).document), look));

test('every chart comes compiled as the page would compile it, in every look', () => {
  const reports = [...demo, ...samples(), ...own(), formatted()];
  const templates = templatesOf(publish(reports));
  assert.ok(demo.length >= 12 && samples().length > 1);
  for (const report of reports)
    for (const rows of [WHOLE, CUT])
      for (const [name, look] of Object.entries(looks)) {
        const source = sourceOf(report);
        const chart = drawn(templates, source, rows, look);
        assert.ok(chart, `${report.name} has a template`);
        assert.deepEqual(plain(chart), compiledHere(source, rows, look), `${report.name}, ${name}`);
      }
});

const line = (): Report => ({
  name: 'a line',
  query,
  meta: { kind: 'vega', spec: specs['a line of a measure'] ?? {} },
});
const light1 = () => looks['light'] as ChartLook;

/** What a page draws of a published report when its own result or palettes differ from those at publication. */
function drawnOf(report: Report, change: (source: ChartSource) => ChartSource): Spec | undefined {
  return drawn(templatesOf(publish([report])), change(sourceOf(report)), WHOLE, light1());
}

const titled = (changed: Record<string, string | undefined>) => (source: ChartSource) => ({
  ...source,
  result: {
    ...source.result,
    columns: Object.fromEntries(
      Object.entries(source.result.columns).map(([key, column]) => [
        key,
        key in changed ? { ...column, shortTitle: changed[key] } : column,
      ]),
    ) as QueryResult['columns'],
  },
});

for (const [why, change] of [
  ['a title with a quote', titled({ 'orders.count': 'The "count"' })],
  ['a title with a backslash', titled({ 'orders.count': String.raw`a\b` })],
  ['a title of two lines', titled({ 'orders.count': 'a\nb' })],
  ['an empty title', titled({ 'orders.count': '' })],
  ['a column without a title', titled({ 'orders.count': undefined })],
  ['two titles that are the same', titled({ 'orders.count': 'Same', 'orders.created_at.week': 'Same' })],
  ['a title that the document has as a word', titled({ 'orders.count': 'line' })],
  ['a title that looks like a mark', titled({ 'orders.count': 'oriel:look:text' })],
] as const)
  test(`the page compiles itself for ${why}`, () => {
    assert.ok(drawnOf(line(), (source) => source));
    assert.equal(drawnOf(line(), change), undefined);
  });

test('the page compiles itself where a control cuts the time otherwise, or a palette is gone', () => {
  const monthly = { ...query, timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }] };
  assert.equal(
    drawnOf(line(), () => sourceOf({ ...line(), query: monthly })),
    undefined,
  );
  const named: Report = { ...line(), meta: { kind: 'vega', spec: specs['palettes by name'] ?? {} } };
  assert.ok(drawnOf(named, (source) => source));
  assert.equal(
    drawnOf(named, () => sourceOf(named, [])),
    undefined,
  );
});

test('truth values and numbers of the model have the words of the language in what was compiled before', () => {
  const report: Report = {
    name: 'truth values',
    query,
    meta: {
      kind: 'vega',
      spec: { mark: 'bar', encoding: { x: region, y: count, color: status, row: region } },
    },
  };
  for (const type of ['boolean', 'number'] as const) {
    const source = sourceOf(report);
    const { columns } = source.result;
    for (const key of ['orders.region', 'orders.status']) Object.assign(columns[key] ?? {}, { type });
    for (const words of [
      ['Yes', 'No'],
      ['はい', 'いいえ'],
    ] as const) {
      const own = { ...source, words };
      const chart = drawn(templatesOf(publish([report])), own, WHOLE, light1());
      assert.ok(chart, type);
      assert.deepEqual(plain(chart), compiledHere(own, WHOLE, light1()));
      assert.match(JSON.stringify(chart), new RegExp(`datum\\.value === true \\? \\\\"${words[0]}`));
    }
  }
});

test('a look without a colour is not filled in', () => {
  const source = sourceOf(line());
  const marked = markedDocument(source, WHOLE) ?? '';
  const template = templatesOf(publish([line()])).get(marked);
  assert.ok(template);
  assert.ok(fillTemplate(template, marked, { ...source, look: light1() }));
  for (const look of [
    { ...light1(), muted: '' },
    { ...light1(), category: [] },
  ])
    assert.equal(fillTemplate(template, marked, { ...source, look }), undefined);
});

test('a dashboard is compiled with the granularity that its control was published with', () => {
  const control = {
    id: 'grain',
    type: 'TIME_GRAIN',
    position: { x: 0, y: 0, w: 4, h: 4 },
    config: { member: 'orders.created_at', value: 'month' },
  };
  const templates = templatesOf(publish([line()], [control]));
  const monthly = { ...query, timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }] };
  const source = sourceOf({ ...line(), query: monthly });
  assert.deepEqual(plain(drawn(templates, source, WHOLE, light1())), compiledHere(source, WHOLE, light1()));
});

test('what cannot be compiled, or reaches beyond its rows, leaves out itself alone', () => {
  const bad: Report[] = [
    { mark: 'none', encoding: 3 },
    { mark: 'bar', data: { url: 'https://example.com/rows.json' } },
    { mark: 'bar', description: 'oriel:look:text' },
    // A mark of ours in the midst of an expression: nobody could tell what stands there.
    {
      mark: 'bar',
      encoding: { x: { field: 'orders.region', type: 'nominal', axis: { labelExpr: "'oriel:look:text'" } } },
    },
  ].map((spec, index) => ({ name: `bad ${index}`, query, meta: { kind: 'vega', spec } }));
  const dashboard = publish([...bad, line()]);
  const noQuery = dashboard.reportSnapshots.map((snapshot) => ({ ...snapshot, jsonQuery: '{' }));
  const documents = [...templatesOf(dashboard).keys()];
  const [whole, cut] = [WHOLE, CUT].map((rows) => markedDocument(sourceOf(line()), rows));
  assert.deepEqual(documents, [whole, cut]);
  assert.deepEqual(compileDashboard({ ...dashboard, reportSnapshots: noQuery }), []);
});
