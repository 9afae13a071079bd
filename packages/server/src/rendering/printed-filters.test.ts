import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDashboard } from './dashboard-rendering.ts';
import { printedFilters } from './printed-filters.ts';

test('the filters of a chart are told with titles, and those of other views are not', () => {
  const columns = { 'sales.region': { shortTitle: 'Where', kind: 'dimension' } };
  const rendered = {
    dashboard: { config: {} },
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
    { member: 'sales.region', operator: 'equals', value: ['north', '<b>'], label: 'Where' },
    { member: 'sales.paid_at', operator: 'after_or_on', value: '2026-01-01' },
    { member: 'sales.note', operator: 'is_null', value: null },
  ]);
  assert.deepEqual(printedFilters({ ...rendered, drawing: {} }), []);
});

test('of an app all filters that hold are told, by the names of its author', () => {
  const filter = (id: string, label?: string) => ({
    id,
    type: 'FILTER',
    config: { member: `f.${id}`, label },
  });
  const rendered = {
    dashboard: { config: { kind: 'APP', widgets: [filter('origin_city', 'From'), filter('late_flights')] } },
    answers: {
      charts: [],
      settings: {
        filters: [
          { widgetId: 'origin_city', member: 'f.origin_city', operator: 'equals', value: ['Oslo', 'Bergen'] },
          { widgetId: 'late_flights', member: 'f.late_flights', operator: 'greater_than', value: 3 },
          { widgetId: 'note', member: 'f.note', operator: 'is_null', value: null },
          { widgetId: 'empty', member: 'f.empty', operator: 'equals', value: null },
          { widgetId: 'none', member: 'f.none', operator: 'equals', value: [] },
        ],
      },
    },
  } as unknown as RenderedDashboard;
  assert.deepEqual(printedFilters(rendered), [
    { member: 'f.origin_city', operator: 'equals', value: ['Oslo', 'Bergen'], label: 'From' },
    { member: 'f.late_flights', operator: 'greater_than', value: 3 },
    { member: 'f.note', operator: 'is_null', value: null },
  ]);
  const drawn = { ...rendered, dashboard: { ...rendered.dashboard, config: { widgets: [] } } };
  assert.deepEqual(printedFilters(drawn), []);
});
