import type { Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printSqlTemplate } from '../../src/model/sql-template/print-sql-template.ts';
import { modelOf, problemsOf, textOf } from '../support/read-model.ts';

/** Customers, with a key and a count, and the dimensions; orders, of which a customer has many. */
function withDimensions(dimensions: string, cube = ''): string {
  return `cubes:
  - name: customers
    sql_table: customers${cube}
    joins: [{ name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer_id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
${dimensions}
    measures: [{ name: count, type: count }]
  - name: orders
    sql_table: orders
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }]
`;
}

type Dimensions = NonNullable<Model['cubes'][string]>['dimensions'];

function dimensionsOf(dimensions: string, cube?: string): Dimensions {
  const { customers } = modelOf(withDimensions(dimensions, cube)).cubes;
  assert.ok(customers);
  return customers.dimensions;
}

test('a sub-query dimension holds a measure, with the filters of the query or without', () => {
  const { all, filtered } = dimensionsOf(`
      - { name: all, sql: "{orders.count}", type: number, sub_query: true }
      - { name: filtered, sql: "{orders.count} + 1", type: number, subQuery: true, propagateFiltersToSubQuery: true }`);
  assert.ok(all?.value.kind === 'sub-query' && filtered?.value.kind === 'sub-query');
  assert.equal(all.value.propagatesFilters, false);
  assert.equal(filtered.value.propagatesFilters, true);
  assert.equal(textOf(filtered.value.sql), '{orders.count} + 1');
});

test('a switch has a fixed list of values, and a case may go by a dimension', () => {
  const { currency, rate } = dimensionsOf(`
      - { name: currency, type: switch, values: [EUR, USD] }
      - name: rate
        type: number
        case:
          switch: "{CUBE.currency}"
          when: [{ value: EUR, sql: "1.1" }, { value: 2, sql: "{CUBE}.rate" }]
          else: { sql: "0" }`);
  assert.deepEqual(currency?.value, { kind: 'values', values: ['EUR', 'USD'] });
  assert.ok(rate?.value.kind === 'switch' && rate.value.otherwise);
  assert.equal(textOf(rate.value.on), '{CUBE.currency}');
  assert.deepEqual(
    rate.value.when.map(({ value, sql }) => [value, textOf(sql)]),
    [
      ['EUR', '1.1'],
      ['2', '{CUBE}.rate'],
    ],
  );
  assert.equal(textOf(rate.value.otherwise), '0');
});

test('a mask is a value, also a text with quotes, or SQL', () => {
  const { text, zero, no, sql } = dimensionsOf(`
      - { name: text, sql: name, type: string, mask: "'it''s ***'" }
      - { name: zero, sql: id, type: number, mask: 0 }
      - { name: no, sql: vip, type: boolean, mask: "false" }
      - { name: sql, sql: name, type: string, mask: { sql: "left({CUBE}.name, 1)" } }`);
  assert.deepEqual(text?.mask, { kind: 'value', value: "it's ***" });
  assert.deepEqual(zero?.mask, { kind: 'value', value: 0 });
  assert.deepEqual(no?.mask, { kind: 'value', value: false });
  assert.ok(sql?.mask?.kind === 'sql');
  assert.equal(textOf(sql.mask.sql), 'left({CUBE}.name, 1)');
});

test('each link makes a dimension with the address', () => {
  const {
    city,
    city___link_map_url: address,
    city___link_all_url: board,
  } = dimensionsOf(`
      - name: city
        sql: city
        type: string
        links:
          - name: map
            label: On the map
            url: "'https://maps.example/' || {CUBE}.city"
            icon: map
            target: self
            primary: true
            params: [{ key: zoom level, value: "{id}" }]
          - { name: all, label: All, dashboard: cities }`);
  assert.deepEqual(
    city?.links?.map(({ name, icon, opensIn, isPrimary, params }) => [
      name,
      icon,
      opensIn,
      isPrimary,
      params.length,
    ]),
    [
      ['map', 'map', 'self', true, 1],
      ['all', undefined, 'blank', false, 0],
    ],
  );
  assert.ok(address?.isSynthetic && address.value.kind === 'sql' && board?.value.kind === 'sql');
  assert.equal(printSqlTemplate(board.value.sql), "'/dashboard/cities'");
  const sql = printSqlTemplate(address.value.sql);
  assert.ok(
    sql.startsWith("concat(('https://maps.example/' || {CUBE}.city), '?zoom%20level=', replace("),
    sql,
  );
  assert.match(sql, /coalesce\(to_text\(\{id\}\), ''\), '%', '%25'\)/);
});

test('a calendar says what granularities and shifts mean', () => {
  const { day } = dimensionsOf(
    `
      - name: day
        sql: day
        type: time
        granularities:
          - { name: month, sql: "{CUBE}.retail_month" }
          - { name: fiscal_quarter, sql: "{CUBE}.fiscal_quarter" }
        time_shift:
          - { interval: 1 month, type: prior, sql: "{CUBE}.month_ago" }
          - { name: same_day, sql: "{CUBE}.same_day_last_year" }
          - { name: quarter, interval: 1 quarter, type: next }`,
    '\n    calendar: true',
  );
  assert.deepEqual(
    Object.values(day?.granularities ?? {}).map(({ name, interval, sql }) => [
      name,
      interval,
      sql && textOf(sql),
    ]),
    [
      ['month', '1 month', '{CUBE}.retail_month'],
      ['fiscal_quarter', '1 quarter', '{CUBE}.fiscal_quarter'],
    ],
  );
  assert.deepEqual(
    day?.timeShifts?.map(({ name, interval, direction }) => [name, interval, direction]),
    [
      [undefined, '1 month', 'prior'],
      ['same_day', undefined, undefined],
      ['quarter', '1 quarter', 'next'],
    ],
  );
});

test('formats are names, specifiers of d3, patterns of time, or links', () => {
  const dimensions = dimensionsOf(`
      - { name: share, sql: x, type: number, format: percent }
      - { name: share1, sql: x, type: number, format: percent_1 }
      - { name: money, sql: x, type: number, format: accounting, currency: eur }
      - { name: own, sql: x, type: number, format: "$,.2f" }
      - { name: image, sql: x, type: string, format: image_url }
      - { name: site, sql: x, type: string, format: { type: link, label: Open } }
      - { name: day, sql: x, type: time, format: "%d.%m.%Y" }`);
  const formats = Object.values(dimensions).map(({ format }) => format);
  assert.deepEqual(formats.slice(2), [
    'percent',
    { type: 'custom-numeric', value: '.1%', alias: 'percent_1' },
    { type: 'custom-numeric', value: '($,.2f', alias: 'accounting' },
    { type: 'custom-numeric', value: '$,.2f' },
    'imageUrl',
    { type: 'link', label: 'Open' },
    { type: 'custom-time', value: '%d.%m.%Y' },
  ]);
  assert.equal(dimensions['money']?.currency, 'EUR');
});

test('a dimension may have a key, an order, aliases, and segments for its values', () => {
  const { label } = dimensionsOf(
    '      - { name: label, sql: label, type: string, key: "{CUBE.id}", order: desc, aliases: [tag], values_as_segments: true }',
  );
  assert.deepEqual([label?.keyDimension, label?.order], ['id', 'desc']);
});

const faults: [what: string, dimension: string, words: RegExp][] = [
  [
    'two ways to give a value',
    '{ name: x, type: string, sql: x, values: [a] }',
    /exactly one of sql, case, values, or latitude with longitude; it has sql and values/,
  ],
  ['a latitude alone', '{ name: x, type: geo, latitude: { sql: x } }', /needs both latitude and longitude/],
  [
    'values without the type',
    '{ name: x, type: string, values: [a] }',
    /has values of its own Its type is switch/,
  ],
  [
    'a format of a switch',
    '{ name: x, type: switch, values: [a], mask: 1 }',
    /of type switch cannot have mask/,
  ],
  ['a switch without values', '{ name: x, type: switch, values: [] }', /no values to choose from/],
  [
    'a case that switches by SQL',
    '{ name: x, type: string, case: { switch: "{name} || 1", when: [{ value: a, sql: "1" }] } }',
    /A case switches by one dimension Write switch/,
  ],
  [
    'a case that switches by a measure',
    '{ name: x, type: string, case: { switch: "{count}", when: [{ value: a, sql: "1" }] } }',
    /A case switches by count, which is no dimension/,
  ],
  [
    'a mask without inner quotes',
    '{ name: x, type: string, sql: x, mask: "***" }',
    /The mask \*\*\* is read as an expression A text needs quotes within the quotes/,
  ],
  [
    'a link to nowhere',
    '{ name: x, type: string, sql: x, links: [{ name: l, label: L }] }',
    /The link l needs either url or dashboard/,
  ],
  [
    'two primary links of a name',
    '{ name: x, type: string, sql: x, links: [{ name: l, label: L, dashboard: a, primary: true }, { name: l, label: L, dashboard: b, primary: true }] }',
    /two links of the name l[^]*more than one primary link/,
  ],
  [
    'a key that is not there',
    '{ name: x, type: string, sql: x, key: idd }',
    /The key of x is idd, which is no dimension of customers Did you mean id\?/,
  ],
  [
    'a key of a key',
    '{ name: x, type: string, sql: x, key: y }, { name: y, type: string, sql: y, key: id }',
    /Keys do not nest/,
  ],
  [
    'granularities by sql outside a calendar',
    '{ name: x, type: time, sql: x, granularities: [{ name: month, sql: m }] }',
    /customers is no calendar Say so by calendar: true/,
  ],
  [
    'a custom granularity that has the name of a unit',
    '{ name: x, type: time, sql: x, granularities: [{ name: month, interval: 1 month }] }',
    /month is a granularity already/,
  ],
  [
    'granularities of a text',
    '{ name: x, type: string, sql: x, granularities: [{ name: own, interval: 1 day }] }',
    /has granularities but is no time/,
  ],
  [
    'a shift of a calendar without a direction',
    '{ name: x, type: time, sql: x, time_shift: [{ interval: 1 month, sql: y }] }',
    /The shift of 1 month has no type It is prior or next/,
  ],
  [
    'a currency of a text',
    '{ name: x, type: string, sql: x, currency: EUR }',
    /has a currency but is no number/,
  ],
  ['a currency that is none', '{ name: x, type: number, sql: x, currency: EURO }', /"EURO" is no currency/],
  [
    'a format of numbers on a text',
    '{ name: x, type: string, sql: x, format: percent_1 }',
    /cannot have the format "percent_1" Texts take imageUrl, link/,
  ],
  [
    'a format that is none',
    '{ name: x, type: number, sql: x, format: nice }',
    /cannot have the format "nice"/,
  ],
  [
    'a pattern without a specifier',
    '{ name: x, type: time, sql: x, format: day }',
    /cannot have the format "day" Times take a pattern/,
  ],
  [
    'columns of another cube alone',
    '{ name: x, type: number, sql: "{orders}.amount" }',
    /customers\.x is made of columns of orders alone Define it there/,
  ],
];
for (const [what, dimension, words] of faults) {
  test(`says what is wrong with ${what}`, () => {
    const problems = problemsOf(
      withDimensions(`      - ${dimension.replace('}, { name: y', '}\n      - { name: y')}`),
    );
    assert.match(problems.join('\n'), words);
  });
}

test('a sub-query dimension needs a key of its cube', () => {
  const content =
    'cubes:\n  - name: a\n    sql_table: a\n    dimensions: [{ name: x, sql: "{n}", type: number, sub_query: true }]\n    measures: [{ name: n, type: count }]\n';
  assert.match(problemsOf(content).join('\n'), /The sub-query dimension x needs a primary key of a/);
});
