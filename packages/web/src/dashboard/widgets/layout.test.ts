import type { DashboardWidget } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut } from './layout.ts';

const widget = (
  id: string,
  x: number,
  y: number,
  w: number,
  h: number,
  more: Partial<Pick<DashboardWidget, 'responsiveLayouts'>> = {},
): DashboardWidget => ({ id, type: 'CHART', position: { x, y, w, h }, config: {}, ...more });
const three = [widget('a', 0, 0, 4, 5), widget('b', 4, 0, 4, 5), widget('c', 8, 0, 4, 5)];
const placed = (width: number, widgets = three) => Object.fromEntries(layOut(widgets, null, width).positions);

test('on the widest screen everything lies where it was put', () => {
  assert.deepEqual(placed(1300), { a: three[0]?.position, b: three[1]?.position, c: three[2]?.position });
});

test('with fewer columns widgets fill rows in reading order, and the last takes what is left', () => {
  assert.deepEqual(placed(800), {
    a: { x: 0, y: 0, w: 3, h: 5 },
    b: { x: 3, y: 0, w: 3, h: 5 },
    c: { x: 0, y: 5, w: 6, h: 5 },
  });
});

test('a line ends where the heights differ, so that nothing lies beside a hole', () => {
  const filter = widget('filter', 0, 0, 4, 2);
  const charts = [widget('chart', 0, 2, 4, 7), widget('other', 4, 2, 4, 7)];
  assert.deepEqual(placed(800, [filter, ...charts]), {
    filter: { x: 0, y: 0, w: 6, h: 2 },
    chart: { x: 0, y: 2, w: 3, h: 7 },
    other: { x: 3, y: 2, w: 3, h: 7 },
  });
});

test('a control that lay beside something higher is no higher than it needs to be in a line of its own', () => {
  const text = widget('text', 0, 0, 8, 5);
  const filter: DashboardWidget = {
    ...widget('filter', 8, 0, 4, 5),
    type: 'FILTER',
    config: { member: 'orders.status' },
  };
  const heights = (rowHeight?: number) =>
    [...layOut([text, filter], { rowHeight }, 800).positions.values()].map(({ h }) => h);
  assert.deepEqual(heights(), [5, 2]);
  assert.deepEqual(heights(20), [5, 4]);
});

test('on a phone each has a row of its own', () => {
  assert.deepEqual(placed(380), {
    a: { x: 0, y: 0, w: 2, h: 5 },
    b: { x: 0, y: 5, w: 2, h: 5 },
    c: { x: 0, y: 10, w: 2, h: 5 },
  });
});

test('a layout of its own for the breakpoint wins', () => {
  const own = { x: 1, y: 2, w: 1, h: 3 };
  assert.deepEqual(placed(380, [widget('a', 0, 0, 4, 5, { responsiveLayouts: { xxs: own } })])['a'], own);
});

test('a container of widgets side by side grows where they lie one below the other', () => {
  const container: DashboardWidget = {
    id: 'k',
    type: 'CONTAINER',
    position: { x: 0, y: 0, w: 12, h: 4 },
    config: { children: three },
  };
  assert.equal(placed(380, [container])['k']?.h, 12);
  assert.equal(placed(800, [container])['k']?.h, 4, 'three have room side by side');
  assert.equal(placed(600, [container])['k']?.h, 8, 'two have');
  const grid = { ...container, config: { direction: 'grid', columns: 2, children: [container, ...three] } };
  assert.equal(
    placed(380, [grid as DashboardWidget])['k']?.h,
    24,
    'four lines instead of two, one as high as three',
  );
});

test('a control that is hidden takes no place, nor does what only lay between others', () => {
  const hidden: DashboardWidget = {
    ...widget('filter', 0, 0, 4, 2),
    type: 'FILTER',
    config: { visibility: 'hidden' },
  };
  const spacer: DashboardWidget = { ...widget('spacer', 4, 0, 4, 5), type: 'SPACER', config: {} };
  const line: DashboardWidget = {
    ...widget('line', 4, 0, 1, 5),
    type: 'DIVIDER',
    config: { orientation: 'vertical' },
  };
  const [first, second, third] = three;
  assert.ok(first && second && third);
  const widgets = [hidden, first, spacer, line, third];
  assert.deepEqual(Object.keys(placed(1300, widgets)), ['a', 'spacer', 'line', 'c']);
  assert.deepEqual(placed(800, widgets), {
    a: { x: 0, y: 0, w: 3, h: 5 },
    c: { x: 3, y: 0, w: 3, h: 5 },
  });
});
