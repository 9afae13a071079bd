import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUrlControls, serializeUrlControls, urlFilterTypes, type UrlFilter } from './url-controls.ts';

const filtersOf = (query: string) => parseUrlControls(query).filters;
const problemsOf = (query: string) => parseUrlControls(query, { onlyControls: true }).problems;

test('reads filters and granularities, percent-encoded or not', () => {
  const expected = [{ member: 'flights.carrier', type: 'equals', value: 'AA' }];
  assert.deepEqual(filtersOf('f_flights.carrier={"value":"AA"}'), expected);
  assert.deepEqual(filtersOf('?f_flights.carrier=%7B%22value%22%3A%22AA%22%7D'), expected);
  const both = parseUrlControls('f_flights.delay={"value":30,"type":"greater_than"}&tg_flights.date=month');
  assert.deepEqual(both.filters, [{ member: 'flights.delay', type: 'greater_than', value: 30 }]);
  assert.deepEqual(both.granularities, [{ member: 'flights.date', granularity: 'month' }]);
});

test('skips the other parameters of an address, but not of a set-filter', () => {
  const query = 'session=abc&f_a.b={"value":1}&ms_a.b=c';
  assert.deepEqual(parseUrlControls(query).problems, []);
  assert.equal(filtersOf(query).length, 1);
  assert.deepEqual(problemsOf(query), [
    'The parameter "session" is none of f_<view>.<dimension>, tg_<view>.<dimension>, ms_<view>.<member> and tab_<widget>',
  ]);
});

test('reads and writes field switchers, and ignores what is no member', () => {
  const { fields, problems } = parseUrlControls('ms_a.count=a.revenue&ms_a.b=c&ms_a=a.b', {
    onlyControls: true,
  });
  assert.deepEqual([fields, problems], [[{ member: 'a.count', selected: 'a.revenue' }], []]);
  assert.equal(serializeUrlControls({ fields }), 'ms_a.count=a.revenue');
});

test('tabs are named by the ids of widgets, whatever is in them', () => {
  const tabs = [
    { widget: 'details', child: 'by-carrier' },
    { widget: 'a=b&c', child: 'ü %/' },
  ];
  const query = serializeUrlControls({ tabs });
  assert.equal(query, 'tab_details=by-carrier&tab_a%3Db%26c=%C3%BC%20%25%2F');
  assert.deepEqual(parseUrlControls(query, { onlyControls: true }).tabs, tabs);
  const { tabs: none, problems } = parseUrlControls('tab_=x&tab_y=', { onlyControls: true });
  assert.deepEqual([none, problems], [[], []]);
});

test('leaves out a control that cannot be used and says why', () => {
  const faults: [string, RegExp][] = [
    ['f_a.b=USA', /f_a\.b must have a JSON object/],
    ['f_a.b=[1]', /must have a JSON object/],
    ['f_a.b={"value":"R&D"}', /percent-encoded/],
    ['f_a.b={"type":"nearly","value":1}', /type that does not exist/],
    ['f_a.b={}', /as "value"/],
    ['f_a.b={"value":[]}', /as "value"/],
    ['f_a.b={"value":{"$gt":1}}', /as "value"/],
    ['f_a.b={"value":[1],"type":"between"}', /\[start, end\]/],
    ['f_a.b={"value":7,"type":"between"}', /last 7 days/],
    ['f_a.b={"value":" ","type":"between"}', /last 7 days/],
    [String.raw`f_a.b={"value":"\ud800"}`, /unpaired surrogates/],
    [String.raw`f_a.b={"value":["x","\u0000"]}`, /NUL/],
    ['f_orders={"value":1}', /<view>\.<dimension>/],
    ['f_a.b.c={"value":1}', /<view>\.<dimension>/],
    ['f_a.b;drop={"value":1}', /<view>\.<dimension>/],
    ['tg_a.b=', /granularity such as month/],
    ['tg_a.b=Month', /granularity such as month/],
  ];
  for (const [query, expected] of faults) {
    assert.match(problemsOf(query)[0] ?? 'no problem', expected, query);
    assert.deepEqual(filtersOf(query), []);
  }
});

test('counts the later one of two controls of one member', () => {
  assert.deepEqual(filtersOf('f_a.b={"value":1}&f_a.b={"value":2}'), [
    { member: 'a.b', type: 'equals', value: 2 },
  ]);
});

test('takes an empty value for a filter that is to be cleared', () => {
  const controls = parseUrlControls('f_a.b=&f_a.c={"value":1}');
  assert.deepEqual(controls.cleared, ['a.b']);
  assert.equal(controls.filters.length, 1);
});

test('drops the value of a null test and demands none', () => {
  assert.deepEqual(filtersOf('f_a.b={"type":"is_null","value":5}'), [{ member: 'a.b', type: 'is_null' }]);
});

test('reads back every control that it writes', () => {
  const values = [
    '',
    'USA',
    'R&D + 100% #1?=',
    'ü→"\\',
    'null',
    0,
    -1.5,
    true,
    ['a', 'b&c'],
    [1, 2],
  ] as const;
  const valued = values.flatMap((value, index): UrlFilter[] =>
    urlFilterTypes
      .filter(
        (type) =>
          !/null|empty/.test(type) &&
          (type !== 'between' ||
            (Array.isArray(value) ? value.length === 2 : value && typeof value === 'string')),
      )
      .map((type) => ({ member: `view_${index}.${type}`, type, value })),
  );
  const controls = {
    filters: [...valued, { member: 'orders.note', type: 'is_empty' } as const],
    granularities: [{ member: 'orders.created_at', granularity: 'fiscal_year' }],
    fields: [{ member: 'orders.count', selected: 'orders.revenue' }],
    tabs: [{ widget: 'details', child: 'by-city' }],
    cleared: ['orders.city'],
  };
  assert.deepEqual(parseUrlControls(serializeUrlControls(controls), { onlyControls: true }), {
    ...controls,
    problems: [],
  });
});

test('a range may have one open end, and may not be reversed', () => {
  const read = (value: unknown) =>
    parseUrlControls(`f_orders.at=${encodeURIComponent(JSON.stringify({ type: 'between', value }))}`);
  for (const value of [
    ['2001-01-02', ''],
    ['', '2001-01-02'],
    [5, ''],
    ['this year', 'today'],
    [1, 1],
  ])
    assert.deepEqual(read(value).filters, [{ member: 'orders.at', type: 'between', value }]);
  for (const value of [
    ['2001-02-01', '2001-01-31'],
    [2, 1],
  ])
    assert.deepEqual(read(value).problems, ['The parameter f_orders.at has a start after its end']);
  assert.equal(read(['', '']).problems.length, 1);
});

test('conditions of times may be written as people say them', () => {
  const typeOf = (type: string) => {
    const value = JSON.stringify({ type, value: '2024-01-31' });
    return parseUrlControls(`f_orders.created_at=${encodeURIComponent(value)}`).filters[0]?.type;
  };
  assert.deepEqual(['after', 'after_or_on', 'before', 'before_or_on', 'toString'].map(typeOf), [
    'greater_than',
    'greater_than_or_equal',
    'less_than',
    'less_than_or_equal',
    undefined,
  ]);
});
