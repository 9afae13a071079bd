import type { ControlState } from '@oriel/dashboard/control-states';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applySetControls } from './apply-set-controls.ts';

function createTestStore() {
  const calls: unknown[] = [];
  const store = {
    setControls: (states: ReadonlyMap<string, ControlState>) => void calls.push([...states]),
    resetControl: (id: string) => void calls.push(id),
    isDefault: (id: string) => id === 'untouched',
  };
  return { store, calls };
}

test('what the agent sets is set at once, and what it takes back is as its author set it', () => {
  const { store, calls } = createTestStore();
  applySetControls(store, {
    controls: [
      { widgetId: 'city', member: 'a.city', label: 'City', operator: 'equals', value: ['Rome'] },
      { widgetId: 'note', member: 'a.note', label: 'Note', operator: 'is_null', value: null },
      { widgetId: 'grain', member: 'a.day', label: 'Day', value: 'month' },
      { widgetId: 'state', member: 'a.state', label: 'State', operator: 'equals', value: null },
      { widgetId: 'untouched', member: 'a.other', label: 'Other', operator: 'equals', value: null },
    ],
  });
  assert.deepEqual(calls, [
    [
      ['city', { operator: 'equals', value: ['Rome'] }],
      ['note', { operator: 'is_null', value: null }],
      ['grain', { operator: 'equals', value: 'month' }],
    ],
    'state',
  ]);
});

test('an answer that sets nothing changes nothing', () => {
  const { store, calls } = createTestStore();
  for (const result of [
    undefined,
    null,
    'text',
    { error: { code: 'x' } },
    { controls: 'all' },
    { controls: [{}] },
  ])
    applySetControls(store, result);
  assert.deepEqual(calls, []);
});
