import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertFault, openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

const explain = (query: unknown, ...args: string[]) => [
  'model',
  'explain',
  'model',
  '--query',
  JSON.stringify(query),
  ...args,
];
const paid = {
  measures: ['orders.count'],
  filters: [{ member: 'orders.status', operator: 'equals', values: ['paid\n; --'] }],
};

test('explain prints the steps, and the SQL behind them', async () => {
  const [plan, sql] = (await shop.output(explain(paid))).split('\n\n');
  assert.deepEqual(plan?.split('\n'), [
    'aggregate: orders__count = count(orders.id)',
    String.raw`  filter in(orders.status, <"paid\n; --">)`,
    '    scan orders',
  ]);
  assert.match(sql ?? '', /^SELECT count\([^]*;\n$/);
});

test('with --json the plan is data', async () => {
  const { relation, params } = JSON.parse(await shop.output(explain(paid, '--json'))) as {
    relation: { kind: string; input: { kind: string } };
    params: unknown[];
  };
  assert.deepEqual([relation.kind, relation.input.kind, params], ['aggregate', 'filter', ['paid\n; --']]);
});

test('what cannot be answered is told as by the other commands', async () => {
  assertFault(await shop.oriel(explain({ measures: ['orders.cuont'] })), 1, /orders\.cuont/);
});
