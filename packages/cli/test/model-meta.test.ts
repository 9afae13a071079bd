import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertFault, openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

interface Meta {
  readonly cubes: readonly {
    readonly name: string;
    readonly measures: readonly { readonly name: string }[];
  }[];
}

async function metaOf(...args: string[]): Promise<Meta> {
  return JSON.parse(await shop.output(['model', 'meta', 'model', ...args])) as Meta;
}

test('meta is what the query API says of the model', async () => {
  const { cubes } = await metaOf();
  assert.deepEqual(
    cubes.map(({ name, measures }) => [name, measures.map((measure) => measure.name)]),
    [
      ['orders', ['orders.count', 'orders.revenue']],
      ['sales', ['sales.count']],
    ],
  );
});

test('meta shows what the caller of the context may see', async () => {
  await shop.write(
    'guarded/orders.yml',
    'cubes:\n  - name: orders\n    sql_table: orders\n    measures: [{ name: count, type: count }]\n    access_policy: [{ group: staff }]\n',
  );
  const names = async (...args: string[]) => {
    const text = await shop.output(['model', 'meta', 'guarded', ...args]);
    return (JSON.parse(text) as Meta).cubes.map(({ name }) => name);
  };
  assert.deepEqual(await names(), []);
  assert.deepEqual(await names('--context', '{"svcCloud":{"groups":["staff"]}}'), ['orders']);
  assert.deepEqual(await names('--context', '{"cubeCloud":{"groups":["staff"]}}'), ['orders']);
});

test('a model with problems has no meta', async () => {
  await shop.write('broken/orders.yml', 'cubes:\n  - name: orders\n');
  const line = 'The data model has 1 problem:\norders.yml:2:5: The cube orders needs sql_table or sql';
  assertFault(await shop.oriel(['model', 'meta', 'broken']), 1, line);
});
