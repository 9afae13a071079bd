import type { DashboardConfig, DashboardWidget } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widgetsOf, withDistinctIds } from './widgets.ts';

const position = { x: 0, y: 0, w: 1, h: 1 };
const text = (id: string): DashboardWidget => ({ id, type: 'TEXT', position, config: { content: id } });
const box = (id: string, ...children: DashboardWidget[]) =>
  ({ id, type: 'CONTAINER', position, config: { children } }) as unknown as DashboardWidget;
const idsOf = (config: Pick<DashboardConfig, 'widgets'>) => widgetsOf(config).map(({ id }) => id);

test('widgets with one id get their own, the first keeps it, and no new one is taken already', () => {
  const config = { widgets: [text('a'), text('a'), box('b', text('a'), text('a-2'), box('b', text('c')))] };
  const ids = idsOf(withDistinctIds(config));
  assert.equal(new Set(ids).size, 7);
  assert.deepEqual(ids, ['a', 'a-3', 'b', 'a-4', 'a-2', 'b-2', 'c']);
});

test('a dashboard of distinct ids is the same object, and the same ids come each time', () => {
  const sound = { widgets: [text('a'), box('b', text('c'))] };
  assert.equal(withDistinctIds(sound), sound);
  const twice = { widgets: [text('a'), text('a')] };
  assert.deepEqual(idsOf(withDistinctIds(twice)), idsOf(withDistinctIds(twice)));
});
