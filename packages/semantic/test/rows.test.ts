import { compileModel, QueryError, type QueryContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { everybody, rowsOf, type Row } from './support/query-rows.ts';
import { retailData, retailModel } from './support/retail-model.ts';
import { onEveryEngine } from './support/test-engines.ts';

const model = retailModel();
const test = onEveryEngine(retailData);

const staff: QueryContext = { ...everybody, securityContext: { svcCloud: { groups: ['staff'] } } };

/** Each case: what it shows, the query, and the rows that plain SQL over the data gives. */
const cases: [title: string, query: object, expected: Row[]][] = [
  ['a count counts rows that have a key', { measures: ['customers.count'] }, [{ 'customers.count': 4 }]],
  [
    'a sum over nothing is null, a count 0',
    {
      measures: ['orders.amount', 'orders.count'],
      filters: [{ member: 'orders.status', operator: 'equals', values: ['no such'] }],
    },
    [{ 'orders.amount': null, 'orders.count': 0 }],
  ],
  [
    'nulls are a group',
    {
      measures: ['orders.count'],
      dimensions: ['orders.status'],
      order: { 'orders.count': 'desc', 'orders.status': 'asc' },
    },
    [
      { 'orders.status': 'done', 'orders.count': 3 },
      { 'orders.status': 'open', 'orders.count': 1 },
      { 'orders.status': null, 'orders.count': 1 },
    ],
  ],
  [
    'dimensions alone are distinct',
    { dimensions: ['customers.is_vip'], order: { 'customers.is_vip': 'asc' } },
    [{ 'customers.is_vip': false }, { 'customers.is_vip': true }],
  ],
  [
    'a filtered sum and a formula',
    { measures: ['orders.done_amount', 'orders.done_share'] },
    [{ 'orders.done_amount': 127, 'orders.done_share': 127 / 162 }],
  ],
  [
    'a label with a quote',
    {
      measures: ['orders.count'],
      dimensions: ['orders.size'],
      order: { 'orders.count': 'asc', 'orders.size': 'asc' },
    },
    [
      { 'orders.size': "it's large", 'orders.count': 1 },
      { 'orders.size': 'medium', 'orders.count': 2 },
      { 'orders.size': 'small', 'orders.count': 2 },
    ],
  ],
  [
    'a sum is not multiplied by a to-many join',
    { measures: ['orders.amount'], dimensions: ['items.category'], order: { 'items.category': 'asc' } },
    [
      { 'items.category': 'a', 'orders.amount': 130 },
      { 'items.category': 'b', 'orders.amount': 120 },
      { 'items.category': null, 'orders.amount': 12 },
    ],
  ],
  [
    'measures of both sides of a to-many join',
    {
      measures: ['customers.total_credit', 'orders.amount'],
      dimensions: ['customers.country'],
      order: { 'customers.total_credit': 'desc' },
    },
    [
      { 'customers.country': 'DE', 'customers.total_credit': 100, 'orders.amount': 130 },
      { 'customers.country': 'FR', 'customers.total_credit': 50, 'orders.amount': 25 },
      { 'customers.country': 'US', 'customers.total_credit': 10, 'orders.amount': null },
      { 'customers.country': null, 'customers.total_credit': 5, 'orders.amount': null },
    ],
  ],
  [
    'two to-many sides at once',
    {
      measures: ['customers.count', 'tags.count', 'orders.amount'],
      dimensions: ['customers.name'],
      order: { 'customers.name': 'asc' },
    },
    [
      { 'customers.name': '100%_off', 'customers.count': 1, 'orders.amount': null, 'tags.count': 1 },
      { 'customers.name': 'Ada', 'customers.count': 1, 'orders.amount': 130, 'tags.count': 2 },
      { 'customers.name': 'Ben', 'customers.count': 1, 'orders.amount': 25, 'tags.count': 1 },
      { 'customers.name': 'Cid', 'customers.count': 1, 'orders.amount': null, 'tags.count': 0 },
    ],
  ],
  [
    'an average of a multiplied cube',
    {
      measures: ['customers.average_credit', 'orders.count'],
      filters: [{ member: 'orders.id', operator: 'gt', values: ['0'] }],
    },
    [{ 'customers.average_credit': 75, 'orders.count': 4 }],
  ],
  [
    'a formula over measures of two cubes',
    { measures: ['orders.amount_per_credit'] },
    [{ 'orders.amount_per_credit': 162 / 150 }],
  ],
  [
    'a filter on the far side does not multiply',
    {
      measures: ['orders.amount'],
      filters: [{ member: 'items.category', operator: 'equals', values: ['b'] }],
    },
    [{ 'orders.amount': 120 }],
  ],
  [
    'a distinct count is unharmed by joins',
    { measures: ['orders.buyers', 'items.quantity'] },
    [{ 'orders.buyers': 2, 'items.quantity': 11 }],
  ],
  [
    'a composite key counts its pairs',
    {
      measures: ['items.count'],
      dimensions: ['orders.status'],
      order: { 'items.count': 'desc', 'orders.status': 'asc' },
    },
    [
      { 'orders.status': 'done', 'items.count': 4 },
      { 'orders.status': 'open', 'items.count': 1 },
      { 'orders.status': null, 'items.count': 0 },
    ],
  ],
  [
    'a segment stays in its parentheses',
    {
      measures: ['customers.count'],
      segments: ['customers.european'],
      filters: [{ member: 'customers.name', operator: 'equals', values: ['Ada'] }],
    },
    [{ 'customers.count': 1 }],
  ],
  [
    'months in UTC',
    {
      measures: ['orders.count'],
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'month', dateRange: ['2024-01-01', '2024-06-30'] },
      ],
    },
    [
      { 'orders.created_at.month': '2024-01-01 00:00:00', 'orders.count': 1 },
      { 'orders.created_at.month': '2024-03-01 00:00:00', 'orders.count': 2 },
    ],
  ],
  [
    'months in a zone, across its clock change',
    {
      measures: ['orders.count'],
      timezone: 'Europe/Berlin',
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'month', dateRange: ['2024-03-01', '2024-04-30'] },
      ],
    },
    [
      { 'orders.created_at.month': '2024-03-01 00:00:00', 'orders.count': 1 },
      { 'orders.created_at.month': '2024-04-01 00:00:00', 'orders.count': 1 },
    ],
  ],
  [
    'weeks begin on Monday',
    {
      measures: ['orders.count'],
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'week', dateRange: ['2024-12-29', '2024-12-29'] },
      ],
    },
    [{ 'orders.created_at.week': '2024-12-23 00:00:00', 'orders.count': 1 }],
  ],
  [
    'weeks that begin on Sunday',
    {
      measures: ['orders.count'],
      timeDimensions: [
        {
          dimension: 'orders.created_at',
          granularity: 'sunday_week',
          dateRange: ['2024-12-29', '2024-12-29'],
        },
      ],
    },
    [{ 'orders.created_at.sunday_week': '2024-12-29 00:00:00', 'orders.count': 1 }],
  ],
  [
    'half years',
    {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'half_year' }],
    },
    [
      { 'orders.created_at.half_year': '2024-01-01 00:00:00', 'orders.count': 3 },
      { 'orders.created_at.half_year': '2024-07-01 00:00:00', 'orders.count': 2 },
    ],
  ],
  [
    'a relative range',
    {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'last 5 months' }],
    },
    [{ 'orders.count': 3 }],
  ],
  [
    'natural words',
    {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'from 60 days ago to now' }],
    },
    [{ 'orders.count': 1 }],
  ],
  [
    'a time dimension in the order means its finest granularity',
    {
      measures: ['orders.count'],
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'year' },
        { dimension: 'orders.created_at', granularity: 'half_year' },
      ],
      order: { 'orders.created_at': 'desc' },
      limit: 1,
    },
    [
      {
        'orders.created_at.year': '2024-01-01 00:00:00',
        'orders.created_at.half_year': '2024-07-01 00:00:00',
        'orders.count': 2,
      },
    ],
  ],
  [
    'limit and offset cut the ordered rows',
    { dimensions: ['customers.name'], order: [['customers.name', 'desc']], limit: 1, offset: 1 },
    [{ 'customers.name': 'Ben' }],
  ],
  [
    'the first measure orders by default',
    { measures: ['customers.total_credit'], dimensions: ['customers.name'], limit: 1 },
    [{ 'customers.name': 'Ada', 'customers.total_credit': 100 }],
  ],
  [
    'a filter on a measure restricts groups',
    {
      dimensions: ['customers.country'],
      measures: ['orders.amount'],
      filters: [{ member: 'orders.amount', operator: 'gte', values: [25] }],
      order: { 'orders.amount': 'asc' },
    },
    [
      { 'customers.country': 'FR', 'orders.amount': 25 },
      { 'customers.country': 'DE', 'orders.amount': 130 },
    ],
  ],
  [
    'a filter on a measure of another part',
    {
      dimensions: ['customers.country'],
      measures: ['orders.amount'],
      filters: [{ member: 'customers.total_credit', operator: 'gt', values: ['60'] }],
    },
    [{ 'customers.country': 'DE', 'orders.amount': 130 }],
  ],
  [
    'ungrouped rows',
    {
      ungrouped: true,
      dimensions: ['orders.id', 'orders.status'],
      measures: ['orders.count', 'orders.done_amount'],
      order: { 'orders.id': 'asc' },
      limit: 2,
    },
    [
      { 'orders.id': 10, 'orders.status': 'done', 'orders.count': 1, 'orders.done_amount': 100 },
      { 'orders.id': 11, 'orders.status': 'open', 'orders.count': 1, 'orders.done_amount': null },
    ],
  ],
];
for (const [title, query, expected] of cases) {
  test(title, async (database) => {
    const rows = await rowsOf(database, model, query);
    assert.deepEqual(rows, expected);
  });
}

const filters: [operator: string, values: (string | number | null)[] | undefined, names: string[]][] = [
  ['equals', ['DE'], ['Ada']],
  ['equals', ['DE', 'FR'], ['Ada', 'Ben']],
  ['equals', ['DE', null], ['100%_off', 'Ada']],
  ['equals', [null], ['100%_off']],
  ['notEquals', ['DE'], ['100%_off', 'Ben', 'Cid']],
  ['notEquals', ['DE', null], ['Ben', 'Cid']],
  ['notEquals', [null], ['Ada', 'Ben', 'Cid']],
  ['in', ['US'], ['Cid']],
  ['notIn', ['US'], ['100%_off', 'Ada', 'Ben']],
  ['contains', ['e'], ['Ada']],
  ['notContains', ['e'], ['100%_off', 'Ben', 'Cid']],
  ['notContains', ['e', null], ['Ben', 'Cid']],
  ['startsWith', ['f', 'u'], ['Ben', 'Cid']],
  ['endsWith', ['S'], ['Cid']],
  ['notStartsWith', ['d'], ['100%_off', 'Ben', 'Cid']],
  ['notEndsWith', ['r', 's'], ['100%_off', 'Ada']],
  ['set', undefined, ['Ada', 'Ben', 'Cid']],
  ['notSet', undefined, ['100%_off']],
  ['equals', [''], []],
];
for (const [operator, values, names] of filters) {
  test(`${operator} ${JSON.stringify(values)} keeps ${names.join(', ') || 'nothing'}`, async (database) => {
    const filter = { member: 'customers.country', operator, ...(values && { values }) };
    const rows = await rowsOf(database, model, {
      dimensions: ['customers.name'],
      filters: [filter],
    });
    assert.deepEqual(rows.map((row) => row['customers.name']).sort(), names);
  });
}

const idFilters: [operator: string, value: unknown, ids: number[]][] = [
  ['gt', 12, [13, 14]],
  ['gte', '12', [12, 13, 14]],
  ['lt', 11, [10]],
  ['lte', 11.5, [10, 11]],
];
for (const [operator, value, ids] of idFilters) {
  test(`${operator} ${String(value)} compares as numbers`, async (database) => {
    const rows = await rowsOf(database, model, {
      dimensions: ['orders.id'],
      filters: [{ member: 'orders.id', operator, values: [value] }],
      order: { 'orders.id': 'asc' },
    });
    assert.deepEqual(
      rows.map((row) => row['orders.id']),
      ids,
    );
  });
}

const dateFilters: [operator: string, values: string[], ids: number[]][] = [
  ['inDateRange', ['2024-03-01', '2024-03-31'], [11, 12]],
  ['inDateRange', ['2024-03-31'], [11, 12]],
  ['onTheDate', ['2024-07-01'], [13]],
  ['notInDateRange', ['2024-03-01', '2024-12-31'], [10]],
  ['beforeDate', ['2024-03-31'], [10]],
  ['beforeOrOnDate', ['2024-03-31T00:30:00'], [10, 11]],
  ['afterDate', ['2024-07-01'], [13, 14]],
  ['afterOrOnDate', ['2024-07-01T12:00:00.000'], [13, 14]],
];
for (const [operator, values, ids] of dateFilters) {
  test(`${operator} ${values.join(' to ')}`, async (database) => {
    const rows = await rowsOf(database, model, {
      dimensions: ['orders.id'],
      filters: [{ member: 'orders.created_at', operator, values }],
      order: { 'orders.id': 'asc' },
    });
    assert.deepEqual(
      rows.map((row) => row['orders.id']),
      ids,
    );
  });
}

test('wildcards in a value stand for themselves', async (database) => {
  const rows = await rowsOf(database, model, {
    dimensions: ['customers.name'],
    filters: [{ member: 'customers.name', operator: 'contains', values: ['0%_'] }],
  });
  assert.deepEqual(rows, [{ 'customers.name': '100%_off' }]);
});

test('whole numbers beyond 2^53 are not taken for their neighbours', async (database) => {
  await database.run(
    'create table big as select * from (values (9007199254740992), (9007199254740993)) as t(id)',
  );
  const compiled = compileModel([
    {
      path: 'big.yml',
      content:
        'cubes:\n  - name: big\n    sql_table: big\n    dimensions: [{ name: id, sql: id, type: number }]\n    measures: [{ name: count, type: count }]\n',
    },
  ]);
  assert.ok('model' in compiled);
  const rows = await rowsOf(database, compiled.model, {
    measures: ['big.count'],
    filters: [{ member: 'big.id', operator: 'equals', values: ['9007199254740993'] }],
  });
  assert.deepEqual(rows, [{ 'big.count': 1 }]);
});

test('columns with the same name in SQL stay apart', async (database) => {
  const compiled = compileModel([
    {
      path: 'twins.yml',
      content: `
cubes:
  - name: a
    sql: SELECT * FROM (VALUES (1, 'x', 'y'), (2, 'w', 'z')) AS t(id, one, two)
    joins: [{ name: a__b, relationship: one_to_one, sql: "{CUBE}.id = {a__b}.id" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: b__c, sql: one, type: string }]
  - name: a__b
    sql: SELECT * FROM (VALUES (1, 'x', 'y'), (2, 'w', 'z')) AS t(id, one, two)
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: c, sql: two, type: string }]
`,
    },
  ]);
  assert.ok('model' in compiled);
  const rows = await rowsOf(database, compiled.model, {
    dimensions: ['a.b__c', 'a__b.c'],
    order: { 'a__b.c': 'desc' },
  });
  assert.deepEqual(rows, [
    { 'a.b__c': 'w', 'a__b.c': 'z' },
    { 'a.b__c': 'x', 'a__b.c': 'y' },
  ]);
});

test('hostile values are only ever values', async (database) => {
  for (const value of [`'; drop table orders; --`, '$1', '"', '\\', '\0'.replace('\0', '%'), '{CUBE}']) {
    const rows = await rowsOf(database, model, {
      measures: ['customers.count'],
      filters: [{ member: 'customers.name', operator: 'equals', values: [value] }],
    });
    assert.deepEqual(rows, [{ 'customers.count': 0 }], value);
  }
});

test('and and or nest', async (database) => {
  const filter = {
    or: [
      {
        and: [
          { member: 'customers.is_vip', operator: 'equals', values: ['true'] },
          { member: 'customers.country', operator: 'set' },
        ],
      },
      { member: 'customers.name', operator: 'equals', values: ['Cid'] },
      { or: [] },
    ],
  };
  const rows = await rowsOf(database, model, {
    dimensions: ['customers.name'],
    filters: [filter],
    order: { 'customers.name': 'asc' },
  });
  assert.deepEqual(
    rows.map((row) => row['customers.name']),
    ['Ada', 'Cid'],
  );
});

test('a group of filters that is empty, or holds empty groups only, is as if it were not there', async (database) => {
  for (const empty of [{ or: [] }, { and: [] }, { and: [{ or: [] }, { and: [] }] }]) {
    const isAda = { member: 'customers.name', operator: 'equals', values: ['Ada'] };
    const rows = await rowsOf(database, model, {
      dimensions: ['customers.name'],
      filters: [empty, { and: [empty, isAda] }, { or: [isAda, empty] }],
    });
    assert.deepEqual(rows, [{ 'customers.name': 'Ada' }]);
  }
});

test('of an hour that comes twice, a date with a zone names one and a wall clock both', async (database) => {
  const filter = (operator: string, values: string[]) => ({
    dimensions: ['turns.id'],
    timezone: 'Europe/Berlin',
    filters: [{ member: 'turns.at', operator, values }],
    order: { 'turns.id': 'asc' },
  });
  const compiled = compileModel([
    {
      path: 'turns.yml',
      content: `
cubes:
  - name: turns
    sql: SELECT * FROM (VALUES (1, TIMESTAMP '2024-10-27 00:30:00'), (2, TIMESTAMP '2024-10-27 01:30:00')) AS t(id, moment)
    dimensions: [{ name: id, sql: id, type: number }, { name: at, sql: moment, type: time }]
`,
    },
  ]);
  assert.ok('model' in compiled);
  const cases: [operator: string, values: string[], ids: number[]][] = [
    ['inDateRange', ['2024-10-27T02:30:00', '2024-10-27T02:30:00'], [1, 2]],
    ['inDateRange', ['2024-10-27T02:30:00+01:00', '2024-10-27T01:30:00Z'], [2]],
    ['afterDate', ['2024-10-27T02:30:00+02:00'], [2]],
    ['afterOrOnDate', ['2024-10-27T02:30:00+01:00'], [2]],
  ];
  for (const [operator, values, ids] of cases) {
    const rows = await rowsOf(database, compiled.model, filter(operator, values));
    assert.deepEqual(
      rows.map((row) => row['turns.id']),
      ids,
      `${operator} ${values.join(' ')}`,
    );
  }
});

test('compared ranges become one query each', async (database) => {
  const query = {
    measures: ['orders.count'],
    timeDimensions: [
      { dimension: 'orders.created_at', compareDateRange: ['this year', ['2024-01-01', '2024-01-31']] },
    ],
  };
  assert.deepEqual(await rowsOf(database, model, query), [{ 'orders.count': 5 }, { 'orders.count': 1 }]);
});

test('a policy lets a viewer see the rows of its attribute alone', async (database) => {
  const german: QueryContext = {
    ...everybody,
    securityContext: { svcCloud: { groups: [], userAttributes: { country: 'DE' } } },
  };
  const query = { measures: ['sales.count', 'sales.customers_credit'] };
  assert.deepEqual(await rowsOf(database, model, query, german), [
    { 'sales.count': 2, 'sales.customers_credit': 100 },
  ]);
  assert.deepEqual(await rowsOf(database, model, query, staff), [
    { 'sales.count': 5, 'sales.customers_credit': 150 },
  ]);
});

test('a list attribute lets in any of its values; a missing one lets in nothing', async (database) => {
  const both: QueryContext = {
    ...everybody,
    securityContext: { svcCloud: { userAttributes: { country: ['DE', 'FR'] } } },
  };
  const query = { measures: ['sales.count'] };
  assert.deepEqual(await rowsOf(database, model, query, both), [{ 'sales.count': 4 }]);
  assert.deepEqual(await rowsOf(database, model, query, everybody), [{ 'sales.count': 0 }]);
});

/** Each case: a query that cannot be answered, and the words that its refusal must hold. */
const refusals: [query: unknown, words: RegExp][] = [
  [{ measures: ['orders.cuont'] }, /'cuont' not found.*Did you mean count/],
  [{ measures: ['ordes.count'] }, /'ordes' not found.*Did you mean orders/],
  [{ measures: ['orders.status'] }, /orders.status is a dimension, and a measure is expected/],
  [{ dimensions: ['customers.id'] }, /'id' not found for path 'customers.id'/],
  [{}, /either measures, dimensions or timeDimensions/],
  [{ measures: ['orders.count'], limit: 50_001 }, /limit has been exceeded/],
  [{ measures: ['orders.count'], limit: '5' }, /limit must be a whole number/],
  [{ measures: ['orders.count'], colour: 'red' }, /no key colour/],
  [{ measures: ['orders.count'], timezone: 'Mars/Olympus' }, /not a time zone/],
  [
    {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'fortnight' }],
    },
    /no granularity "fortnight"/,
  ],
  [
    { measures: ['orders.count'], filters: [{ member: 'orders.status', operator: 'like', values: ['x'] }] },
    /unknown operator "like"/,
  ],
  [
    { measures: ['orders.count'], filters: [{ member: 'orders.status', operator: 'equals' }] },
    /needs values/,
  ],
  [
    { measures: ['orders.count'], filters: [{ member: 'orders.id', operator: 'gt', values: ['many'] }] },
    /is a number, and "many" is none/,
  ],
  [
    { measures: ['orders.count'], filters: [{ member: 'orders.id', operator: 'equals', values: ['0x10'] }] },
    /is a number, and "0x10" is none/,
  ],
  [
    {
      measures: ['orders.count'],
      filters: [
        {
          and: [{ member: 'orders.status', operator: 'set' }],
          or: [{ member: 'orders.id', operator: 'set' }],
        },
      ],
    },
    /a filter has and beside or/,
  ],
  [
    {
      measures: ['orders.count'],
      filters: [
        {
          or: [
            { member: 'orders.status', operator: 'set' },
            { member: 'orders.amount', operator: 'gt', values: [1] },
          ],
        },
      ],
    },
    /both dimensions and measures/,
  ],
  [
    {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'whenever' }],
    },
    /"whenever" is not a date/,
  ],
  [{ measures: ['tags.count', 'items.count'] }, /Can't find join path/],
  [
    {
      measures: ['orders.count'],
      filters: [
        Array.from({ length: 60 }).reduce<object>((inner) => ({ or: [inner] }), {
          member: 'orders.id',
          operator: 'set',
        }),
      ],
    },
    /nested more than 50 deep/,
  ],
  [{ ungrouped: true, dimensions: ['orders.status'] }, /must select every primary key; missing: orders.id/],
  ['select 1', /must be an object/],
];
for (const [query, words] of refusals) {
  test(`refuses ${JSON.stringify(query).slice(0, 90)}`, async (database) => {
    await assert.rejects(rowsOf(database, model, query, staff), (error: Error) => {
      assert.ok(error instanceof QueryError, error.stack);
      assert.match(error.message, words);
      return true;
    });
  });
}
