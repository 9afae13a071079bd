import type { Dashboard, DashboardWidget } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchAnswer, BatchQuery } from '../../query/load-batch.ts';
import { createDashboardStore, type DashboardStoreOptions } from './dashboard-store.ts';

interface Batch {
  queries: readonly BatchQuery[];
  signal: AbortSignal;
  cache: string | undefined;
  answer(id: string): void;
  end(): void;
  break(reason: string): void;
  /** As `fetch` does when nobody answers. */
  lose(): void;
}

const widget = (id: string, type: string, config: object) =>
  ({ id, type, position: { x: 0, y: 0, w: 1, h: 1 }, config }) as unknown as DashboardWidget;
const charts = [widget('a', 'CHART', { reportId: 1 }), widget('b', 'CHART', { reportId: 2 })];
const controls = [
  widget('carrier', 'FILTER', { member: 'flights.carrier' }),
  widget('delay', 'FILTER', { member: 'flights.delay', operator: 'greater_than', value: 15 }),
  widget('locked', 'FILTER', { member: 'flights.origin', value: 'SFO', visibility: 'disabled' }),
  widget('grain', 'TIME_GRAIN', { member: 'flights.date', granularities: ['week', 'month'] }),
];

/** A dashboard of one chart on flights and one on airports; the test answers the batches. */
function open(
  widgets: DashboardWidget[] = [...charts, ...controls],
  options: Partial<DashboardStoreOptions> = {},
) {
  const batches: Batch[] = [];
  const loaded: number[] = [];
  const errors: string[] = [];
  const snapshot = (id: number, member: string) => ({
    id,
    reportId: id,
    versionNumber: 1,
    jsonQuery: JSON.stringify({ measures: [member] }),
  });
  const dashboard = {
    config: { widgets },
    reportSnapshots: [snapshot(1, 'flights.count'), snapshot(2, 'airports.count')],
  } as unknown as Dashboard;
  const store = createDashboardStore({
    dashboard,
    runBatch: (queries, onAnswer: (answer: BatchAnswer) => void, signal, cache) =>
      new Promise((resolve, reject) => {
        const answer = (id: string) => onAnswer({ id, result: { rows: [], columns: {} } });
        batches.push({
          queries,
          signal,
          cache,
          answer,
          end: resolve,
          break: (reason) => reject(new Error(reason)),
          lose: () => reject(new TypeError('Failed to fetch')),
        });
      }),
    runPython: () => Promise.reject(new Error('No report has Python')),
    onLoaded: (count) => loaded.push(count),
    onError: (message, id) => errors.push(`${id}: ${message}`),
    ...options,
  });
  store.start();
  const batch = (index: number) => {
    const found = batches[index];
    if (!found) throw new Error(`There were only ${batches.length} batches`);
    return found;
  };
  return { store, batches, batch, loaded, errors };
}
const idsOf = ({ queries }: Batch) => queries.map(({ id }) => id);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a chart that is asked again takes the others that still wait into its batch', () => {
  const { store, batch } = open();
  store.refresh(['a']);
  assert.equal(batch(0).signal.aborted, true);
  assert.deepEqual(idsOf(batch(1)).toSorted(), ['a', 'b']);
  batch(0).answer('a');
  assert.equal(store.chart('a').status, 'loading', 'the answer to the first question is too late');
  batch(1).answer('a');
  assert.equal(store.chart('a').status, 'ready');
});

test('a refresh ends the batch before and takes no rows that may have changed', () => {
  const { store, batch } = open();
  store.refresh();
  assert.equal(batch(0).signal.aborted, true);
  assert.equal(batch(1).cache, 'must-revalidate');
});

test('an answer that ends early is an error of the charts that it left out', async () => {
  const { store, batch, errors } = open();
  batch(0).answer('a');
  batch(0).end();
  await settled();
  assert.equal(store.chart('a').status, 'ready');
  assert.deepEqual(errors, ['b: The answer ended before this chart']);
});

test('a broken connection is an error of every chart that still waits', async () => {
  const { store, batch, errors } = open();
  batch(0).break('The connection broke');
  await settled();
  assert.deepEqual(errors, ['a: The connection broke', 'b: The connection broke']);
  store.refresh(['a']);
  assert.equal(store.chart('a').status, 'loading');
});

test('while nobody answers the charts wait, keep their rows, and are asked again together', async () => {
  const outages: string[] = [];
  const { store, batch, errors } = open(undefined, { onOutage: (outage) => outages.push(outage) });
  batch(0).answer('a');
  batch(0).lose();
  await settled();
  assert.deepEqual([store.chart('a').status, store.chart('b').status], ['ready', 'waiting']);
  store.refresh();
  batch(1).lose();
  await settled();
  assert.equal(store.chart('a').status, 'waiting');
  assert.deepEqual(store.chart('a').result?.rows, []);
  assert.deepEqual([outages, errors, store.outage()], [['unreachable'], [], 'unreachable']);
  store.reconnect();
  assert.deepEqual(idsOf(batch(2)), ['a', 'b']);
  batch(2).answer('a');
  assert.equal(store.outage(), undefined);
  batch(2).answer('b');
  assert.equal(store.chart('b').status, 'ready');
});

test('a control asks only the charts with a query that it changes', () => {
  const { store, batch, batches } = open();
  for (const id of ['a', 'b']) batch(0).answer(id);
  store.setControls(new Map([['carrier', { operator: 'equals', value: ['AA'] }]]));
  assert.deepEqual(idsOf(batch(1)), ['a']);
  store.setControls(new Map([['carrier', { operator: 'equals', value: ['AA'] }]]));
  assert.equal(batches.length, 2, 'the same value asks nothing');
});

test('a chart is filtered while a control leaves rows out, and not by what its report leaves out itself', () => {
  const { store, batch } = open();
  for (const id of ['a', 'b']) batch(0).answer(id);
  // `delay` and `locked` have values of their author, for flights alone.
  assert.deepEqual([store.isFiltered('a'), store.isFiltered('b')], [true, false]);
  const clear = { operator: 'greater_than', value: null };
  store.setControls(new Map([['delay', clear]]));
  batch(1).answer('a');
  assert.equal(store.isFiltered('a'), true);
  const free = open([...charts, controls[0] ?? widget('', '', {})]);
  for (const id of ['a', 'b']) free.batch(0).answer(id);
  assert.equal(free.store.isFiltered('a'), false);
  free.store.setControls(new Map([['carrier', { operator: 'equals', value: 'AA' }]]));
  // Said of the rows that are shown.
  assert.equal(free.store.isFiltered('a'), false);
  free.batch(1).answer('a');
  assert.equal(free.store.isFiltered('a'), true);
});

test('several controls set together make one batch', () => {
  const { store, batches } = open();
  store.setControls(
    new Map([
      ['carrier', { operator: 'equals', value: 'AA' }],
      ['delay', { operator: 'greater_than', value: 30 }],
    ]),
  );
  assert.equal(batches.length, 2);
});

test('a locked control keeps the value of its author', () => {
  const { store, batches } = open(undefined, {
    initial: {
      filters: new Map([['flights.origin', { operator: 'equals', value: 'JFK' }]]),
      grains: new Map(),
    },
  });
  store.setControls(new Map([['locked', { operator: 'equals', value: 'LAX' }]]));
  assert.equal(store.control('locked').value, 'SFO');
  assert.equal(batches.length, 1);
});

test('the choices hold what the viewer set and nothing that the author did', () => {
  const { store } = open(undefined, {
    initial: { filters: new Map(), grains: new Map([['flights.date', 'week']]) },
  });
  store.setControls(new Map([['carrier', { operator: 'equals', value: 'AA' }]]));
  const { filters, grains } = store.choices();
  assert.deepEqual(
    filters.map(({ member }) => member),
    ['flights.carrier'],
  );
  assert.deepEqual(
    grains.map(({ granularity }) => granularity),
    ['week'],
  );
  assert.equal(store.settings().filters.length, 3);
});

test('a granularity that the control does not offer is not taken from the address', () => {
  const { store } = open(undefined, {
    initial: { filters: new Map(), grains: new Map([['flights.date', 'minute']]) },
  });
  assert.deepEqual(store.settings().grains, []);
});

test('a dashboard is loaded when its last chart and its last text are drawn, and only once', () => {
  const { store, loaded } = open([...charts, widget('t', 'TEXT', { content: '# Text' })]);
  store.markShown();
  store.markRendered('a');
  store.markRendered('t');
  store.markRendered('a');
  assert.deepEqual(loaded, []);
  store.markRendered('b');
  store.markRendered('b');
  assert.deepEqual(loaded, [3]);
});

test('a dashboard without charts is loaded when it stands on the page', () => {
  const { store, loaded } = open(controls);
  assert.deepEqual(loaded, []);
  store.markShown();
  assert.deepEqual(loaded, [4]);
});

test('the values of a filter are those that the other filters of its view leave', () => {
  const { store, batch } = open([
    ...controls,
    widget('place', 'FILTER', { member: 'airports.state', value: 'CA' }),
  ]);
  store.setControls(new Map([['carrier', { operator: 'equals', value: ['AA'] }]]));
  void store.loadValues('carrier');
  assert.deepEqual(batch(0).queries[0]?.query, {
    dimensions: ['flights.carrier'],
    order: { 'flights.carrier': 'asc' },
    limit: 1000,
    filters: [
      { member: 'flights.delay', operator: 'gt', values: ['15'] },
      { member: 'flights.origin', operator: 'equals', values: ['SFO'] },
    ],
  });
});

test("a filter starts with the viewer's attribute, unless the address says otherwise or there is none", () => {
  const byCarrier = widget('carrier', 'FILTER', {
    member: 'flights.carrier',
    value: 'UA',
    userAttribute: 'carriers',
  });
  const valueFor = (attributes: Record<string, unknown>, address?: string) =>
    open([byCarrier], {
      initial: {
        filters: new Map(
          address === undefined ? [] : [['flights.carrier', { operator: 'equals', value: address }]],
        ),
        grains: new Map(),
        attributes,
      },
    }).store.control('carrier').value;
  assert.deepEqual(valueFor({ carriers: ['AA', 'DL'] }), ['AA', 'DL']);
  assert.equal(valueFor({ carriers: 7 }), 7);
  assert.equal(valueFor({ carriers: ['AA'] }, 'WN'), 'WN');
  for (const attributes of [{}, { carriers: [] }, { carriers: '' }, { carriers: null }, { other: 'AA' }])
    assert.equal(valueFor(attributes), 'UA', JSON.stringify(attributes));
});

test("what comes from the viewer's attribute is not the viewer's choice", () => {
  const { store } = open(
    [widget('carrier', 'FILTER', { member: 'flights.carrier', userAttribute: 'carriers' })],
    {
      initial: { filters: new Map(), grains: new Map(), attributes: { carriers: 'AA' } },
    },
  );
  assert.equal(store.settings().filters[0]?.value, 'AA');
  assert.deepEqual(store.choices().filters, []);
});

test('charts in containers take part', () => {
  const { batch } = open([widget('box', 'CONTAINER', { children: charts })]);
  assert.deepEqual(idsOf(batch(0)), ['a', 'b']);
});

const tabs = widget('tabs', 'CONTAINER', { direction: 'tabs', children: charts });

test('what lies behind a tab that is not open is neither asked nor waited for', async () => {
  const { store, batch, batches, loaded } = open([tabs]);
  assert.deepEqual(idsOf(batch(0)), ['a']);
  store.markShown();
  store.markRendered('a');
  assert.deepEqual(loaded, [3], 'the count is of all widgets');
  store.openTab('tabs', 'b');
  assert.equal(batch(0).signal.aborted, true, 'the rows of a closed tab are not waited for');
  assert.deepEqual(idsOf(batch(1)), ['b']);
  batch(1).answer('b');
  store.openTab('tabs', 'a');
  assert.deepEqual(idsOf(batch(2)), ['a']);
  batch(2).answer('a');
  store.openTab('tabs', 'b');
  assert.equal(batches.length, 3, 'rows that are there are shown again');
});

test('a control asks what a tab shows when it is opened, and so does a refresh', () => {
  const { store, batch, batches } = open([tabs, ...controls]);
  batch(0).answer('a');
  store.openTab('tabs', 'b');
  batch(1).answer('b');
  store.setControls(new Map([['carrier', { operator: 'equals', value: ['AA'] }]]));
  assert.equal(batches.length, 2);
  store.openTab('tabs', 'a');
  assert.deepEqual(idsOf(batch(2)), ['a']);
  batch(2).answer('a');
  store.refresh();
  assert.deepEqual(idsOf(batch(3)), ['a']);
  batch(3).answer('a');
  store.openTab('tabs', 'b');
  assert.deepEqual([idsOf(batch(4)), batch(4).cache], [['b'], 'must-revalidate']);
});

test('the tab of the address is asked first, one that is not there is the first, and paper has them all', () => {
  const initial = (child: string) => ({
    initial: { filters: new Map(), grains: new Map(), tabs: new Map([['tabs', child]]) },
  });
  assert.deepEqual(idsOf(open([tabs], initial('b')).batch(0)), ['b']);
  assert.deepEqual(idsOf(open([tabs], initial('gone')).batch(0)), ['a']);
  assert.deepEqual(idsOf(open([tabs], { drawsAllTabs: true }).batch(0)), ['a', 'b']);
});

test('`layout: tabs` is another way to write tabs, which nest', () => {
  const inner = widget('inner', 'CONTAINER', { layout: 'tabs', children: charts });
  const outer = widget('outer', 'CONTAINER', { direction: 'tabs', children: [inner, ...controls] });
  const { batch } = open([outer]);
  assert.deepEqual(idsOf(batch(0)), ['a']);
});

test('a chart without a query says so and keeps none of the others from being asked', () => {
  const { batch, errors } = open([...charts, widget('c', 'CHART', { reportId: 3 })]);
  assert.deepEqual(errors, ['c: The chart has no query']);
  assert.deepEqual(idsOf(batch(0)), ['a', 'b']);
});

test('a day waits for what its member is, and no other filter does', async () => {
  const types = Promise.withResolvers<ReadonlyMap<string, 'time'>>();
  const onDay = widget('day', 'FILTER', { member: 'flights.date', value: '2024-01-31' });
  const { batches, batch } = open([...charts, onDay], { loadMemberTypes: () => types.promise });
  assert.equal(batches.length, 0);
  types.resolve(new Map([['flights.date', 'time']]));
  await settled();
  assert.deepEqual(batch(0).queries[0]?.query, {
    measures: ['flights.count'],
    filters: [{ member: 'flights.date', operator: 'inDateRange', values: ['2024-01-31'] }],
  });
});

test('a field switcher changes what the script of a report is run over, and what it leaves keeps its names', async () => {
  const asked: BatchQuery[] = [];
  const snapshot = {
    id: 7,
    reportId: 1,
    versionNumber: 1,
    jsonQuery: JSON.stringify({ measures: ['flights.count'] }),
    pythonCode: 'print()',
  };
  const field = widget('shown', 'FIELD', { member: 'flights.count', alternatives: ['flights.delay'] });
  const column = { kind: 'measure', title: 'Delay' } as const;
  const { store, batches } = open([], {
    dashboard: {
      config: { widgets: [charts[0], field] },
      reportSnapshots: [snapshot],
    } as unknown as Dashboard,
    runPython: async (query) => {
      asked.push(query);
      return {
        id: query.id,
        result: { rows: [{ 'flights.delay': 1 }], columns: { 'flights.delay': column } },
      };
    },
  });
  await settled();
  store.setControls(new Map([['shown', { operator: 'equals', value: 'flights.delay' }]]));
  await settled();
  const report = { reportId: 1, reportVersionId: 7 };
  const memberSwitchers = [{ member: 'flights.count', selected: 'flights.delay' }];
  assert.deepEqual(asked, [
    { id: 'a', query: { measures: ['flights.count'] }, python: report },
    { id: 'a', query: { measures: ['flights.delay'] }, python: { ...report, memberSwitchers } },
  ]);
  assert.deepEqual(store.chart('a').result?.rows, [{ 'flights.delay': 1 }]);
  assert.equal(batches.length, 0);
});
