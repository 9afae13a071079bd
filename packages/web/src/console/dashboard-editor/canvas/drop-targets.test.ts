import assert from 'node:assert/strict';
import { test } from 'node:test';
import { targetAt, type OpenContainer } from './drop-targets.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

const outer: OpenContainer = {
  id: 'outer',
  box: box(0, 0, 400, 200),
  isColumn: false,
  children: [
    { index: 0, box: box(0, 0, 190, 200) },
    { index: 1, box: box(210, 0, 400, 200) },
  ],
};
const inner: OpenContainer = {
  id: 'inner',
  box: box(210, 0, 400, 200),
  isColumn: true,
  children: [{ index: 0, box: box(210, 0, 400, 100) }],
};

test('what is let go comes to lie before or behind the child that is nearest', () => {
  const indexAt = (x: number, y: number) => targetAt([outer], { x, y })?.index;
  assert.deepEqual([indexAt(10, 50), indexAt(180, 50), indexAt(220, 50), indexAt(390, 50)], [0, 1, 1, 2]);
});

test('the innermost container takes it, one below the other by the height', () => {
  assert.deepEqual(targetAt([outer, inner], { x: 300, y: 20 }), {
    containerId: 'inner',
    index: 0,
    line: box(210, -8, 400, -8),
  });
  assert.deepEqual(targetAt([outer, inner], { x: 300, y: 180 }), {
    containerId: 'inner',
    index: 1,
    line: box(210, 108, 400, 108),
  });
  assert.deepEqual(targetAt([outer, inner], { x: 20, y: 180 }), {
    containerId: 'outer',
    index: 0,
    line: box(-8, 0, -8, 200),
  });
});

test('an empty container takes it at its start, and nothing does outside of all', () => {
  assert.deepEqual(targetAt([{ ...inner, children: [] }], { x: 300, y: 20 }), {
    containerId: 'inner',
    index: 0,
    line: undefined,
  });
  assert.equal(targetAt([outer, inner], { x: 401, y: 20 }), undefined);
  assert.equal(targetAt([], { x: 0, y: 0 }), undefined);
});
