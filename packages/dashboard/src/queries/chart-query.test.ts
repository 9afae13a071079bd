import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyControls, queryOf } from './chart-query.ts';
import type { ControlSettings } from '../controls/control-settings.ts';

const query = {
  measures: ['sales.count'],
  timeDimensions: [{ dimension: 'sales.at', granularity: 'day' }],
  filters: [{ member: 'sales.kind', operator: 'set' }],
};
const none: ControlSettings = { filters: [], fields: [], grains: [] };
const filter = (member: string, operator: string, value: string | string[] | null) => ({
  ...none,
  filters: [{ widgetId: 'f', member, operator, value }],
});
const filtersOf = (settings: ControlSettings, mapping?: Record<string, false | { member: string }>) =>
  (applyControls(query, settings, mapping).filters ?? []).slice(1);

test('a filter acts on charts of its own view, beside their own filters', () => {
  assert.deepEqual(filtersOf(filter('sales.country', 'equals', ['DE', 'FR'])), [
    { member: 'sales.country', operator: 'equals', values: ['DE', 'FR'] },
  ]);
  assert.deepEqual(filtersOf(filter('stock.country', 'equals', ['DE'])), []);
});

test('a control without a value does nothing', () => {
  assert.deepEqual(applyControls(query, filter('sales.country', 'equals', null), undefined), query);
  assert.deepEqual(applyControls(query, filter('sales.country', 'equals', []), undefined), query);
});

test('the empty text is a value in a list, and none alone or as an end', () => {
  assert.deepEqual(filtersOf(filter('sales.country', 'equals', ['', 'DE'])), [
    { member: 'sales.country', operator: 'equals', values: ['', 'DE'] },
  ]);
  assert.deepEqual(filtersOf(filter('sales.country', 'equals', [''])), [
    { member: 'sales.country', operator: 'equals', values: [''] },
  ]);
  assert.deepEqual(filtersOf(filter('sales.country', 'equals', '')), []);
  assert.deepEqual(filtersOf(filter('sales.country', 'between', ['', ''])), []);
});

test('a chart can leave a control out, or let it act on another member', () => {
  const settings = filter('sales.country', 'equals', ['DE']);
  assert.deepEqual(filtersOf(settings, { f: false }), []);
  assert.deepEqual(filtersOf(settings, { f: { member: 'sales.region' } }), [
    { member: 'sales.region', operator: 'equals', values: ['DE'] },
  ]);
});

test('between two numbers includes both; after a day begins with the next, up to a day ends there', () => {
  const between = {
    ...none,
    filters: [{ widgetId: 'f', member: 'sales.hour', operator: 'between', value: [9, 12] }],
  };
  assert.deepEqual(filtersOf(between), [
    {
      and: [
        { member: 'sales.hour', operator: 'gte', values: ['9'] },
        { member: 'sales.hour', operator: 'lte', values: ['12'] },
      ],
    },
  ]);
  const on = (operator: string) => filtersOf(filter('sales.at', operator, '2024-01-31'));
  const expected = (operator: string, value: string) => [{ member: 'sales.at', operator, values: [value] }];
  for (const after of ['greater_than', 'after', 'afterDate', 'gt'])
    assert.deepEqual(on(after), expected('gte', '2024-02-01'), after);
  for (const upTo of ['less_than_or_equal', 'before_or_on', 'beforeOrOnDate', 'lte'])
    assert.deepEqual(on(upTo), expected('lt', '2024-02-01'), upTo);
  for (const before of ['less_than', 'before', 'beforeDate', 'lt'])
    assert.deepEqual(on(before), expected('lt', '2024-01-31'), before);
  for (const from of ['greater_than_or_equal', 'after_or_on', 'afterOrOnDate', 'gte'])
    assert.deepEqual(on(from), expected('gte', '2024-01-31'), from);
  assert.deepEqual(
    filtersOf(filter('sales.at', 'after', '2024-01-31T10:00')),
    [{ member: 'sales.at', operator: 'gt', values: ['2024-01-31T10:00'] }],
    'a moment is itself',
  );
});

test('tests for null need no value; between is a range of dates', () => {
  assert.deepEqual(filtersOf(filter('sales.country', 'is_null', null)), [
    { member: 'sales.country', operator: 'notSet' },
  ]);
  assert.deepEqual(filtersOf(filter('sales.at', 'between', ['2024-01-01', '2024-02-01'])), [
    { member: 'sales.at', operator: 'inDateRange', values: ['2024-01-01', '2024-02-01'] },
  ]);
});

test('a granularity acts on charts that cut its member; a zone on all', () => {
  const settings = {
    filters: [],
    fields: [],
    grains: [{ widgetId: 'g', member: 'sales.at', granularity: 'month' }],
    timezone: 'Europe/Berlin',
  };
  const applied = applyControls(query, settings, undefined);
  assert.deepEqual(applied.timeDimensions, [{ dimension: 'sales.at', granularity: 'month' }]);
  assert.equal(applied['timezone'], 'Europe/Berlin');
});

test('what the query orders and fills by follows a granularity', () => {
  const settings = {
    filters: [],
    fields: [],
    grains: [{ widgetId: 'g', member: 'sales.at', granularity: 'week' }],
  };
  const asked = { ...query, order: { 'sales.at.day': 'desc', 'sales.count': 'asc' } };
  const filled = (member: string) => ({ ...asked, fillMissingRows: { member } });
  const applied = applyControls(filled('sales.at.day'), settings, undefined);
  assert.deepEqual(applied.order, { 'sales.at.week': 'desc', 'sales.count': 'asc' });
  assert.deepEqual(applied.fillMissingRows, { member: 'sales.at.week' });
  assert.deepEqual(applyControls(filled('sales.at'), settings, undefined).fillMissingRows, {
    member: 'sales.at',
  });
  const pairs = { ...query, order: [['sales.at.day', 'desc']] as [string, string][] };
  assert.deepEqual(applyControls(pairs, settings, undefined).order, [['sales.at.week', 'desc']]);
});

test('a snapshot asks for what it compares and fills', () => {
  const fillMissingRows = { member: 'sales.at' };
  const jsonQuery = JSON.stringify(query);
  assert.deepEqual(queryOf({ jsonQuery, fillMissingRows, periodComparisons: null }), {
    ...query,
    fillMissingRows,
  });
});

test('a day of a time is all of its moments, and of anything else a text', () => {
  const on = (operator: string, value: string | string[]) => {
    const filters = [{ widgetId: 'f', member: 'sales.at', operator, value, isTime: true }];
    return filtersOf({ ...none, filters });
  };
  const onDay = (day: string) => ({ member: 'sales.at', operator: 'inDateRange', values: [day] });
  assert.deepEqual(on('equals', '2024-01-31'), [onDay('2024-01-31')]);
  assert.deepEqual(on('equals', ['2024-01-30', '2024-01-31']), [
    { or: [onDay('2024-01-30'), onDay('2024-01-31')] },
  ]);
  assert.deepEqual(on('not_equals', ['2024-01-30', '2024-01-31']), [
    {
      or: [
        {
          and: [
            { member: 'sales.at', operator: 'notInDateRange', values: ['2024-01-30'] },
            { member: 'sales.at', operator: 'notInDateRange', values: ['2024-01-31'] },
          ],
        },
        { member: 'sales.at', operator: 'notSet' },
      ],
    },
  ]);
  assert.deepEqual(filtersOf(filter('sales.at', 'equals', '2024-01-31')), [
    { member: 'sales.at', operator: 'equals', values: ['2024-01-31'] },
  ]);
});

test('a period in words is for the query API to count', () => {
  assert.deepEqual(filtersOf(filter('sales.at', 'between', 'last 7 days')), [
    { member: 'sales.at', operator: 'inDateRange', values: ['last 7 days'] },
  ]);
});

test('a month, a quarter and a year are asked for by a day in them, or by their own names', () => {
  const rangesOf = (operator: string, value: string | string[]) =>
    filtersOf(filter('sales.at', operator, value));
  const inRange = (...values: string[]) => ({ member: 'sales.at', operator: 'inDateRange', values });
  assert.deepEqual(rangesOf('in_month', '2024-02-15'), [inRange('2024-02-01', '2024-02-29')]);
  assert.deepEqual(rangesOf('in_quarter', '2024-12'), [inRange('2024-10-01', '2024-12-31')]);
  assert.deepEqual(rangesOf('in_year', '2024'), [inRange('2024-01-01', '2024-12-31')]);
  assert.deepEqual(rangesOf('in_month', ['2024-01', '2024-03']), [
    { or: [inRange('2024-01-01', '2024-01-31'), inRange('2024-03-01', '2024-03-31')] },
  ]);
  assert.deepEqual(rangesOf('not_in_month', '2024-02'), [
    {
      or: [
        { and: [{ ...inRange('2024-02-01', '2024-02-29'), operator: 'notInDateRange' }] },
        { member: 'sales.at', operator: 'notSet' },
      ],
    },
  ]);
  assert.deepEqual(
    rangesOf('in_month', 'soon'),
    [inRange('soon')],
    'the query API says what is wrong with it',
  );
  assert.deepEqual(rangesOf('in_month', []), []);
});
