import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asksForRows,
  emptyDraft,
  isChosen,
  orderKeys,
  toggleMember,
  withDateRange,
  withGranularity,
  withOrder,
  withOrderEarlier,
  withoutMember,
  type QueryDraft,
} from './query-draft.ts';
import { readQuery, writeQuery } from './query-text.ts';

const count = { name: 'orders.count', kind: 'measure', type: 'number' } as const;
const status = { name: 'orders.status', kind: 'dimension', type: 'string' } as const;
const created = { name: 'orders.created', kind: 'dimension', type: 'time' } as const;
const large = { name: 'orders.large', kind: 'segment', type: 'boolean' } as const;

const draftOf = (query: object): QueryDraft => {
  const read = readQuery(JSON.stringify(query));
  assert.ok('draft' in read);
  return read.draft;
};
const rewritten = (query: object) => writeQuery(draftOf(query));

test('members of each kind are chosen and taken out again', () => {
  let draft = emptyDraft;
  for (const member of [count, status, created, large]) draft = toggleMember(draft, member);
  assert.deepEqual(writeQuery(draft), {
    measures: ['orders.count'],
    dimensions: ['orders.status'],
    timeDimensions: [{ dimension: 'orders.created', granularity: 'month' }],
    segments: ['orders.large'],
  });
  for (const member of [count, status, created, large]) {
    assert.ok(isChosen(draft, member.name), member.name);
    draft = toggleMember(draft, member);
  }
  assert.deepEqual(writeQuery(draft), {});
});

test('a time dimension that is taken out goes on limiting the rows where it has a range', () => {
  const cut = toggleMember(withDateRange(emptyDraft, 'orders.created', 'last 7 days'), created);
  assert.deepEqual(cut.times[0], {
    dimension: 'orders.created',
    granularity: 'month',
    dateRange: 'last 7 days',
    rest: {},
  });
  const limiting = toggleMember(cut, created);
  assert.equal(isChosen(limiting, 'orders.created'), false);
  assert.deepEqual(writeQuery(limiting), {
    timeDimensions: [{ dimension: 'orders.created', dateRange: 'last 7 days' }],
  });
  assert.equal(asksForRows(limiting), false);
  assert.deepEqual(writeQuery(withDateRange(limiting, 'orders.created', undefined)), {});
});

test('the order follows the members: it goes with them, and with the granularity of a time', () => {
  let draft = draftOf({
    measures: ['orders.count'],
    timeDimensions: [{ dimension: 'orders.created', granularity: 'month' }],
    order: { 'orders.created.month': 'desc', 'orders.count': 'asc' },
  });
  draft = withGranularity(draft, 'orders.created', 'week');
  assert.deepEqual(draft.order[0], { key: 'orders.created.week', direction: 'desc' });
  assert.deepEqual(writeQuery(withOrderEarlier(draft, 'orders.count'))['order'], [
    ['orders.count', 'asc'],
    ['orders.created.week', 'desc'],
  ]);
  assert.deepEqual(withoutMember(draft, 'orders.created').order, [{ key: 'orders.count', direction: 'asc' }]);
  assert.deepEqual(withOrder(draft, 'orders.count', undefined).order.length, 1);
});

test('a time that a query orders by under its plain name is offered once', () => {
  const draft = draftOf({
    measures: ['orders.count'],
    timeDimensions: [{ dimension: 'orders.created', granularity: 'month' }],
    order: [['orders.created', 'asc']],
  });
  assert.deepEqual(orderKeys(draft), ['orders.count', 'orders.created']);
});

test('a query that is read means the same when it is written, with all that the editor has no field for', () => {
  const query = {
    measures: ['orders.count', 'orders.margin'],
    dimensions: ['orders.created.week', 'orders.status'],
    timeDimensions: [
      { dimension: 'orders.created', granularity: 'month', dateRange: ['2024-01-01', '2024-12-31'] },
      { dimension: 'orders.created', granularity: 'year' },
      { dimension: 'orders.paid', compareDateRange: ['last month', 'this month'] },
    ],
    segments: ['orders.large'],
    filters: [
      { member: 'orders.status', operator: 'equals', values: ['open', null] },
      { or: [{ member: 'orders.count', operator: 'gt', values: [5] }, { and: [] }] },
      { member: 'orders.status', operator: 'set' },
      { dimension: 'orders.status', operator: 'notSet' },
    ],
    order: [
      ['orders.count', 'desc'],
      ['orders.created.month', 'asc'],
    ],
    limit: 20,
    offset: 5,
    timezone: 'Europe/Berlin',
    total: true,
    calculatedFields: { 'orders.margin': { sql: 'MEASURE(orders.count) / 2' } },
    periodComparisons: [
      { measure: 'orders.count', timeDimension: 'orders.created', offset: { amount: 1, unit: 'year' } },
    ],
  };
  assert.deepEqual(rewritten(query), query);
});

test('what a query has in another form comes out in the usual one', () => {
  assert.deepEqual(
    rewritten({
      measures: ['orders.count'],
      dimensions: null,
      filters: null,
      order: { 'orders.count': 'desc' },
    }),
    { measures: ['orders.count'], order: [['orders.count', 'desc']] },
  );
});

test('several queries, and what is none, are no draft', () => {
  assert.deepEqual(readQuery('[{"measures":["orders.count"]}]'), { refused: 'blended' });
  for (const text of [
    '',
    'SELECT 1',
    '7',
    'null',
    '{"measures":"orders.count"}',
    '{"measures":[1]}',
    '{"order":[3]}',
  ])
    assert.deepEqual(readQuery(text), { refused: 'unreadable' }, text);
  assert.deepEqual(readQuery(null), { draft: emptyDraft });
});
