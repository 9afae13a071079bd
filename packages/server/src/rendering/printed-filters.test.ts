import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDashboard } from './dashboard-rendering.ts';
import { printedFilters } from './printed-filters.ts';

test('the filters of a chart are told with titles and values, and those of other views are not', () => {
  const columns = { 'sales.region': { shortTitle: 'Where', kind: 'dimension' } };
  const rendered = {
    answers: { charts: [{ result: { rows: [], columns } }] },
    drawing: {
      isOneChart: true,
      filters: [
        { member: 'sales.region', operator: null, value: ['north', '<b>'] },
        { member: 'sales.paid_at', operator: 'after_or_on', value: '2026-01-01' },
        { member: 'sales.note', operator: 'is_null' },
        { member: 'people.name', value: 'Ada' },
      ],
    },
  } as unknown as RenderedDashboard;
  assert.deepEqual(printedFilters(rendered), [
    'Where: north, <b>',
    'Paid at after or on: 2026-01-01',
    'Note is null',
  ]);
  assert.deepEqual(printedFilters({ answers: rendered.answers }), []);
});
