import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertFault, openShop, type Shop } from './shop.ts';

/** A model with templates that read the caller, with a cube for each tenant. */
const tenants = `{% set context = COMPILE_CONTEXT.securityContext %}
{% set tenant = context.get('tenant', 'nobody') %}
cubes:
  - name: {{ tenant }}_orders
    sql_table: orders
    measures:
      - { name: count, type: count }
      {% if 'columns' in context %}
      {% for column in context.columns %}
      - { name: {{ column }}_sum, type: sum, sql: {{ column }} }
      {% endfor %}
      {% endif %}
`;

let shop: Shop;
before(async () => {
  shop = await openShop();
  await shop.write('tenants/orders.yml', tenants);
});
after(() => shop.close());

const source = ['--source', 'duckdb:shop.duckdb'];
const context = (value: object) => ['--context', JSON.stringify(value)];
const query = (...measures: string[]) => ['--query', JSON.stringify({ measures })];
const one = context({ tenant: 'one', columns: ['amount'] });

test('without a context templates are rendered for an empty one', async () => {
  assert.equal(await shop.output(['model', 'check', 'tenants']), '1 cube, 0 views, 1 member\n');
  const args = ['model', 'query', 'tenants', ...source, ...query('nobody_orders.count')];
  assert.deepEqual(JSON.parse(await shop.output(args)), [{ 'nobody_orders.count': '3' }]);
});

test('check, meta, sql and query render templates for the caller of --context', async () => {
  assert.equal(await shop.output(['model', 'check', 'tenants', ...one]), '1 cube, 0 views, 2 members\n');
  const meta = JSON.parse(await shop.output(['model', 'meta', 'tenants', ...one]));
  assert.equal(meta.cubes[0].name, 'one_orders');
  const sum = query('one_orders.amount_sum');
  assert.match(await shop.output(['model', 'sql', 'tenants', ...one, ...sum]), /sum\(/);
  const rows = await shop.output(['model', 'query', 'tenants', ...source, ...one, ...sum]);
  assert.deepEqual(JSON.parse(rows), [{ 'one_orders.amount_sum': '155.40' }]);
  assertFault(
    await shop.oriel(['model', 'sql', 'tenants', ...context({ tenant: 'two' }), ...sum]),
    1,
    /one_orders/,
  );
});

test('each line has the model of its own caller, and a broken model fails its own line alone', async () => {
  const line = (name: string, securityContext?: object) =>
    JSON.stringify({ query: { measures: [`${name}.count`] }, ...(securityContext && { securityContext }) });
  const text = [
    line('one_orders', { tenant: 'one' }),
    line('one_orders', { tenant: 'two' }),
    line('two_orders', { tenant: 'two' }),
    line('two_orders', { tenant: 'two', columns: ['not a name'] }),
    line('own_orders'),
    line('one_orders', { tenant: 'one' }),
  ].join('\n');
  const args = ['model', 'query', 'tenants', ...source, '--queries', '-', ...context({ tenant: 'own' })];
  const answers = (await shop.output(args, { input: { text } }))
    .trim()
    .split('\n')
    .map((answer) => JSON.parse(answer));
  assert.deepEqual(
    answers.map(({ rows, error }) => rows?.length ?? error.code),
    [1, 'unknown_member', 1, 'model.broken', 1, 1],
  );
});

test('a model that is broken for the caller of --context is refused, and checked as such', async () => {
  const broken = context({ columns: ['not a name'] });
  assertFault(
    await shop.oriel(['model', 'query', 'tenants', '--source', 'duckdb:none', ...broken, ...query('a.b')]),
    1,
    /^oriel: The data model has 1 problem/,
  );
  assert.equal((await shop.oriel(['model', 'check', 'tenants', ...broken])).code, 1);
});

test('templates read the environment, but no settings and no secrets of the command', async () => {
  const names = ['STAGE', 'CUBEJS_DB_PASS', 'PGPASSWORD', 'ORIEL_API_KEY'];
  const texts = names.map((name) => `{{ env_var('${name}', 'none') }}`).join(' ');
  await shop.write(
    'stages/orders.yml',
    `cubes:\n  - name: orders\n    sql: SELECT '${texts}' AS a\n    measures: [{ name: count, type: count }]\n`,
  );
  const env = Object.fromEntries(names.map((name) => [name, 'seen']));
  const sql = await shop.output(['model', 'sql', 'stages', ...query('orders.count')], { env });
  assert.match(sql, /'seen none none none'/);
  assert.equal((await shop.oriel(['model', 'check', 'stages'], { env })).code, 0);
});
