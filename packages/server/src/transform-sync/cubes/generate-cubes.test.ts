import { compileModel } from '@oriel/semantic';
import { Refusal } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifestOf, modelNode, shopNodes, testNode } from '../dbt-project.fixture.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import { dimensionTypeOf } from './column-type.ts';
import { generateCubes } from './generate-cubes.ts';
import { originOf } from './generated-text.ts';
import { planFiles } from './plan-files.ts';

const generate = (...nodes: readonly object[]) => generateCubes(readManifest(manifestOf(...nodes)));

/** The model of generated files, which has to compile. */
function compiled(...nodes: readonly object[]) {
  const { files } = generate(...nodes);
  const result = compileModel(files);
  assert.ok('model' in result, JSON.stringify(result));
  return result.model;
}

const keysOf = (...nodes: readonly object[]) => readManifest(manifestOf(...nodes)).models[0]?.primaryKey;

test('each model that is a table becomes a cube of its own, with dimensions, sums, a count and joins', () => {
  const { cubes } = compiled(...shopNodes);
  assert.deepEqual(Object.keys(cubes), ['dbt_customers', 'dbt_order_items', 'dbt_orders']);
  const orders = cubes['dbt_orders'];
  assert.deepEqual(orders?.primaryKey, ['order_id']);
  assert.deepEqual(
    orders?.joins.map(({ target, relationship }) => [target, relationship]),
    [['dbt_customers', 'many_to_one']],
  );
  assert.deepEqual(Object.keys(orders?.measures ?? {}), ['count', 'total_amount_sum', 'shipping_cost_sum']);
  assert.deepEqual(cubes['dbt_order_items']?.primaryKey, ['order_id', 'line']);
});

test('what is no table is told', () => {
  assert.deepEqual(generate(...shopNodes).notes, [
    'stg_orders is no table or view of the data source; there is no cube for it',
  ]);
});

test('a primary key is what is declared, then what is tested, then what is named like one', () => {
  const columns = { id: {}, code: {}, order_id: {} };
  const tests = ['unique', 'not_null'].map((name) => testNode(name, 'orders', { column_name: 'code' }));
  const declared = { constraints: [{ type: 'primary_key', columns: ['ORDER_ID'] }] };
  assert.deepEqual(keysOf(modelNode('orders', columns, declared), ...tests), ['order_id']);
  assert.deepEqual(keysOf(modelNode('orders', columns), ...tests), ['code']);
  assert.deepEqual(keysOf(modelNode('orders', columns), ...tests.slice(1)), ['id']);
  assert.deepEqual(keysOf(modelNode('orders', { order_id: {} })), ['order_id']);
  assert.deepEqual(keysOf(modelNode('orders', { code: {} })), []);
  const ofColumn = { code: { constraints: [{ type: 'primary_key' }] } };
  assert.deepEqual(keysOf(modelNode('orders', ofColumn)), ['code']);
});

test('a test with a condition says nothing about the other rows', () => {
  const tests = ['unique', 'not_null'].map((name) =>
    testNode(name, 'orders', { column_name: 'code' }, { where: "status <> 'test'" }),
  );
  assert.deepEqual(keysOf(modelNode('orders', { code: {} }), ...tests), []);
});

test('a foreign key that names its model is a join', () => {
  const constraints = [
    { type: 'foreign_key', columns: ['buyer'], to: '"shop"."main"."customers"', to_columns: ['id'] },
  ];
  const { cubes } = compiled(
    modelNode('customers', { id: {} }),
    modelNode('orders', { id: {}, buyer: {} }, { constraints }),
  );
  assert.deepEqual(
    cubes['dbt_orders']?.joins.map(({ target }) => target),
    ['dbt_customers'],
  );
});

test('a relationship that can be no join is told: no key, a second one, one with itself', () => {
  const relationship = (column: string, to: string) =>
    testNode('relationships', 'orders', { column_name: column, to: `ref('${to}')`, field: 'id' }, { to });
  const { notes } = generate(
    modelNode('orders', { id: {}, buyer: {}, payer: {}, parent: {}, tag: {} }),
    modelNode('customers', { id: {} }),
    modelNode('tags', { name: {} }),
    relationship('buyer', 'customers'),
    relationship('payer', 'customers'),
    relationship('parent', 'orders'),
    relationship('tag', 'tags'),
  );
  assert.deepEqual(
    notes.map((note) => note.replace(/^.*, but /, '')),
    [
      'the two have a join already; there is no join for it',
      'a cube has no join with itself; there is no join for it',
      'tags has no primary key; there is no join for it',
    ],
  );
});

test('types come from what is declared, else from names', () => {
  const types = [
    ['x', 'NUMBER(38,0)', 'number'],
    ['x', 'TIMESTAMP_NTZ', 'time'],
    ['x', 'Nullable(Int64)', 'number'],
    ['x', 'interval', 'string'],
    ['x', 'bool', 'boolean'],
    ['created_at', undefined, 'time'],
    ['is_paid', undefined, 'boolean'],
    ['total_amount', undefined, 'number'],
    ['order_id', undefined, 'string'],
    ['created_at', 'varchar', 'string'],
  ] as const;
  for (const [name, dataType, type] of types)
    assert.equal(dimensionTypeOf({ name, dataType }), type, `${name} ${dataType}`);
});

test('whatever names, descriptions and columns a manifest has, its cubes compile', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('{{', '{%', '{#', '{x}', '"', "'", '\n- a: b', 'null', 'count', '#', '%}', '\u2028', '`'),
  );
  const texts = fc.array(text, { maxLength: 4 }).map((parts) => parts.join(''));
  const columns = fc.array(fc.record({ name: texts, description: texts, data_type: texts }), {
    maxLength: 4,
  });
  const model = fc.record({ name: texts, description: texts, columns, quote: fc.constantFrom('"', '`') });
  fc.assert(
    fc.property(fc.array(model, { maxLength: 3 }), (models) => {
      const nodes = models.map(({ name, description, columns: all, quote }, index) => ({
        ...modelNode(name, Object.fromEntries(all.map((column, at) => [String(at), column]))),
        unique_id: `model.shop.${index}`,
        description,
        relation_name: `${quote}${name}${quote}`,
      }));
      compiled(...nodes);
    }),
    { numRuns: 300 },
  );
});

test('what is no manifest is refused, whatever else it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.throws(() => readManifest(value), Refusal);
    }),
  );
  const { nodes: _nodes, ...without } = manifestOf();
  assert.throws(() => readManifest(without), Refusal);
});

test('only what is as it was generated is replaced or removed', () => {
  const { files } = generate(...shopNodes);
  const [customers, items, orders] = files;
  assert.ok(customers && items && orders);
  const gone = { path: 'model/cubes/dbt/gone.yml', content: customers.content };
  const editedAndGone = { path: 'model/cubes/dbt/edited.yml', content: `${customers.content}# mine\n` };
  const plan = planFiles('', files, [
    { ...customers, content: customers.content.replace('count', 'customers') },
    { ...items, content: 'cubes: []' },
    gone,
    editedAndGone,
    { path: 'model/cubes/dbt/README.md', content: 'By hand' },
  ]);
  assert.deepEqual(plan.changes, [
    { kind: 'set', ...orders },
    { kind: 'remove', path: gone.path },
  ]);
  assert.deepEqual(
    plan.kept.map(({ path }) => path),
    [customers.path, items.path, editedAndGone.path],
  );
  assert.deepEqual(planFiles('', files, files), { changes: [], kept: [] });
});

test('line endings of another system are no edit, a header that was changed is one', () => {
  const content = generate(...shopNodes).files[0]?.content ?? '';
  assert.equal(originOf(content), 'generated');
  assert.equal(originOf(content.replaceAll('\n', '\r\n')), 'generated');
  assert.equal(originOf(content.replace(/Checksum.*/, 'Checksum of what follows: 0')), 'edited');
  assert.equal(originOf(content.replace('# Generated', '# Written')), 'foreign');
});
