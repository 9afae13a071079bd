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

const shares = `cubes:
  - name: shares
    sql_table: orders
    dimensions:
      - { name: status, sql: status, type: string }
    measures:
      - { name: amount, sql: amount, type: sum }
      - { name: all, type: sum, multi_stage: true, sql: '{amount}', group_by: [] }
`;
const share = { measures: ['shares.amount', 'shares.all'], dimensions: ['shares.status'] };

test('--after shows the plan before it is rewritten', async () => {
  await shop.write('model/cubes/shares.yml', shares);
  const steps = async (...args: string[]) =>
    [...(await shop.output(explain(share, ...args))).matchAll(/^ *(merge|with|cross join)/gm)].map(
      ([, step]) => step,
    );
  assert.deepEqual(await steps(), ['with', 'cross join']);
  assert.deepEqual(await steps('--after', 'expandMerges'), ['with', 'cross join']);
  assert.deepEqual(await steps('--after', 'lower'), ['merge']);
});

test('a step that there is none of is told with those that there are', async () => {
  assertFault(
    await shop.oriel(explain(share, '--after', 'innerjoins')),
    2,
    /"innerjoins".*lower, .*expandMerges/,
  );
});

test('what cannot be answered is told as by the other commands', async () => {
  assertFault(await shop.oriel(explain({ measures: ['orders.cuont'] })), 1, /orders\.cuont/);
});
