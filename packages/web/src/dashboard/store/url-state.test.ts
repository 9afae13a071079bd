import type { DashboardWidget } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyState, openTabs, stateOf } from './url-state.ts';

const position = { x: 0, y: 0, w: 1, h: 1 };
const text = (id: string) => ({ id, type: 'TEXT', position, config: { content: id } });
const tabs = {
  id: 'box',
  type: 'CONTAINER',
  position,
  config: { direction: 'tabs', children: [text('a'), text('b'), text('c')] },
} as unknown as DashboardWidget;

function createStore() {
  let open = new Map<string, string>();
  return {
    widgets: [tabs],
    choices: () => ({ filters: [], grains: [], fields: [], timezone: undefined }),
    isDefault: () => true,
    resetControl: () => undefined,
    setControls: () => undefined,
    openTabs: () => open,
    openTab(widget: string, child: string) {
      open = new Map([...open, [widget, child]]);
    },
  } as unknown as Parameters<typeof applyState>[0];
}

test('an open tab is of the state while it is not the first one', () => {
  const store = createStore();
  assert.equal(stateOf(store), '');
  openTabs(store, [{ widget: 'box', child: 'c' }]);
  assert.equal(stateOf(store), 'tab_box=c');
  openTabs(store, [{ widget: 'box', child: 'a' }]);
  assert.equal(stateOf(store), '');
});

test('a state opens its tabs and brings the others back to the first', () => {
  const store = createStore();
  applyState(store, 'tab_box=b');
  assert.equal(stateOf(store), 'tab_box=b');
  applyState(store, '');
  assert.equal(stateOf(store), '');
});

test('tabs and containers that are not there are left out', () => {
  const store = createStore();
  openTabs(store, [
    { widget: 'box', child: 'gone' },
    { widget: 'a', child: 'b' },
    { widget: 'gone', child: 'a' },
  ]);
  assert.equal(store.openTabs().size, 0);
});
