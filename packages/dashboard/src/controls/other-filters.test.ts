import type { DashboardWidget } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyControls } from '../queries/chart-query.ts';
import { createControlStates } from './control-states.ts';
import { toInitialControls } from './initial-controls.ts';

const position = { x: 0, y: 0, w: 1, h: 1 };
const control = {
  id: 'status',
  type: 'FILTER',
  position,
  config: { member: 'orders.status', operator: 'equals', value: null },
} as DashboardWidget;
const filters = [
  { member: 'orders.status', operator: 'equals', value: 'paid' },
  { member: 'orders.country', operator: 'equals', value: 'NO' },
  { member: 'flights.origin', operator: 'equals', value: 'SFO' },
] as const;

test('a filter without a control acts on the charts of its view, one with a control by the control alone', () => {
  const states = createControlStates([control], toInitialControls({ filters }, undefined));
  assert.deepEqual([...states.others().keys()], ['orders.country', 'flights.origin']);
  const asked = applyControls({ measures: ['orders.count'] }, states.settings(), undefined);
  assert.deepEqual(asked.filters, [
    { member: 'orders.status', operator: 'equals', values: ['paid'] },
    { member: 'orders.country', operator: 'equals', values: ['NO'] },
  ]);
});

test('other filters take the place of those before, and are choices until they are gone', () => {
  const states = createControlStates([control], undefined);
  const country = new Map([['orders.country', { operator: 'equals', value: 'NO' }]]);
  assert.equal(states.setOthers(country), true);
  assert.equal(states.setOthers(country), false);
  assert.deepEqual(
    states.choices().filters.map(({ member }) => member),
    ['orders.country'],
  );
  assert.equal(states.setOthers(new Map()), true);
  assert.deepEqual(states.choices().filters, []);
});
