import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '../../query/load-batch.ts';
import type { Flow } from './column-order.ts';
import { flowColumns, readFlows } from './read-flows.ts';
import { layOutSankey, NODE_WIDTH } from './sankey-layout.ts';

const size = { width: 400, height: 300 };
const flow = (source: string, target: string, value: number): Flow => ({ source, target, value });

test('places stand right of all that flows into them, as high as what flows through', () => {
  const flows = [
    flow('Ads', 'Visit', 30),
    flow('Mail', 'Visit', 10),
    flow('Visit', 'Order', 15),
    flow('Ads', 'Order', 5),
  ];
  const { nodes, links, columns } = layOutSankey(flows, size);
  const placed = new Map(nodes.map((node) => [node.name, node]));
  assert.equal(columns, 3);
  assert.deepEqual(
    ['Ads', 'Mail', 'Visit', 'Order'].map((name) => placed.get(name)?.column),
    [0, 0, 1, 2],
  );
  assert.deepEqual(
    ['Ads', 'Mail', 'Visit', 'Order'].map((name) => placed.get(name)?.value),
    [35, 10, 40, 20],
  );
  assert.equal(placed.get('Order')?.x, size.width - NODE_WIDTH);
  for (const { source, target, thickness, sourceY, targetY } of links)
    for (const [node, y] of [
      [source, sourceY],
      [target, targetY],
    ] as const) {
      assert.ok(y - thickness / 2 >= node.y - 0.01, node.name);
      assert.ok(y + thickness / 2 <= node.y + node.height + 0.01, node.name);
    }
});

test('places of a column lie apart and within the height, however many there are', () => {
  for (const count of [1, 7, 400]) {
    const flows = Array.from({ length: count }, (_each, index) =>
      flow(`from ${index}`, `to ${index % 5}`, index + 1),
    );
    const { nodes } = layOutSankey(flows, size);
    for (const column of [0, 1]) {
      const stack = nodes.filter((node) => node.column === column).toSorted((a, b) => a.y - b.y);
      for (const [index, { y, height }] of stack.entries()) {
        assert.ok(y >= -0.01 && y + height <= size.height + 0.01, `${count}: ${y} ${height}`);
        const next = stack[index + 1];
        assert.ok(!next || y + height <= next.y + 0.01, `${count}: ${index}`);
      }
    }
  }
});

test('what flows back stands on both sides, and nothing of it is lost', () => {
  for (const flows of [
    [flow('A', 'B', 2), flow('B', 'A', 1)],
    [flow('A', 'A', 3)],
    [flow('A', 'B', 1), flow('B', 'C', 1), flow('C', 'A', 1), flow('D', 'A', 1)],
  ]) {
    const { links, columns, nodes } = layOutSankey(flows, size);
    assert.equal(columns, 2);
    assert.equal(links.length, flows.length);
    assert.ok(nodes.every(({ y, height }) => Number.isFinite(y) && height > 0));
  }
  assert.deepEqual(layOutSankey([], size), { nodes: [], links: [], columns: 1 });
});

const columns = {
  'f.from': { kind: 'dimension', type: 'string', shortTitle: 'From' },
  'f.late': { kind: 'dimension', type: 'boolean', shortTitle: 'Late' },
  'f.count': { kind: 'measure', type: 'number', shortTitle: 'Flights' },
} as unknown as QueryResult['columns'];

test('flows are the sums of rows above zero, with the columns of the spec or the first that fit', () => {
  const result = {
    columns,
    rows: [
      { 'f.from': 'Oslo', 'f.late': true, 'f.count': 2 },
      { 'f.from': 'Oslo', 'f.late': true, 'f.count': '9007199254740993' },
      { 'f.from': null, 'f.late': false, 'f.count': 1 },
      { 'f.from': 'Rome', 'f.late': false, 'f.count': 0 },
      { 'f.from': 'Rome', 'f.late': false, 'f.count': -4 },
      { 'f.from': 'Rome', 'f.late': false, 'f.count': null },
    ],
  } as QueryResult;
  const keys = flowColumns({}, result);
  assert.deepEqual(keys, { source: 'f.from', target: 'f.late', value: 'f.count' });
  assert.deepEqual(
    readFlows(result, keys).map(({ source, target, value }) => [source, target, value]),
    [
      ['Oslo', 'Yes', 2 + 2 ** 53],
      ['–', 'No', 1],
    ],
  );
  assert.deepEqual(flowColumns({ source: 'f.late', target: 'f.from' }, result).source, 'f.late');
  for (const spec of [{ source: 'f.none' }, { target: 5 }, { value: 'f.from' }, { source: 'toString' }])
    assert.throws(() => flowColumns(spec, result), Error, JSON.stringify(spec));
});

test('more flows than can be drawn are refused, not drawn in part', () => {
  const keys = { source: 'f.from', target: 'f.late', value: 'f.count' };
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_each, index) => ({
      'f.from': `place ${index}`,
      'f.late': true,
      'f.count': 1,
    }));
  assert.equal(readFlows({ columns, rows: rowsOf(2000) } as unknown as QueryResult, keys).length, 2000);
  assert.throws(
    () => readFlows({ columns, rows: rowsOf(2001) } as unknown as QueryResult, keys),
    /^Error: 2001 flows are more than can be drawn/,
  );
});
