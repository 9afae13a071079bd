import { compileModel, type QueryContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { propertySettings } from '../support/property-settings.ts';
import { onEveryEngine } from '../support/test-engines.ts';

/** Orders and their customers; the last order has none. */
const ORDERS = [
  { id: 1, region: 'north', amount: 1, customer: 1 },
  { id: 2, region: 'south', amount: 2, customer: 2 },
  { id: 3, region: 'north', amount: 4, customer: 3 },
  { id: 4, region: 'west', amount: 8, customer: 1 },
  { id: 5, region: 'south', amount: 16, customer: 3 },
  { id: 6, region: 'north', amount: 32, customer: null },
] as const;
const LEVELS = new Map<number | null, string>([
  [1, 'gold'],
  [2, 'tin'],
  [3, 'iron'],
]);

const data = `
create table orders as select * from (values ${ORDERS.map(({ id, region, amount, customer }) => `(${id}, '${region}', ${amount}, ${customer ?? 'null'})`).join(', ')}) as t(id, region, amount, customer_id);
create table customers as select * from (values ${[...LEVELS].map(([id, level]) => `(${id}, '${level}')`).join(', ')}) as t(id, level);
`;
const test = onEveryEngine(data);

type Cube = 'orders' | 'customers';

/** The members of the cubes that each member is built on, itself among them. */
const USES: Readonly<Record<string, readonly `${Cube}.${string}`[]>> = {
  id: ['orders.id'],
  region: ['orders.region'],
  amount: ['orders.amount'],
  twice: ['orders.twice', 'orders.amount'],
  level_of: ['orders.level_of', 'customers.level'],
  level: ['customers.level'],
  number: ['customers.number'],
};

interface Policy {
  readonly groups: string;
  readonly members: readonly string[] | undefined;
  /** The values that show a row; undefined: all rows. */
  readonly rows: { readonly member: 'region' | 'level'; readonly values: readonly string[] } | undefined;
}

const groups = fc.constantFrom('a', 'b', '*');
const policyOf = (members: readonly string[], rows: NonNullable<Policy['rows']>['member'][]) =>
  fc.record<Policy>({
    groups,
    members: fc.option(fc.subarray([...members]), { nil: undefined }),
    rows: fc.option(
      fc.constantFrom(...rows).chain((member) =>
        fc.record({
          member: fc.constant(member),
          values: fc.subarray(member === 'region' ? ['north', 'south'] : ['gold', 'tin'], { minLength: 1 }),
        }),
      ),
      { nil: undefined },
    ),
  });
const world = fc.record({
  orders: fc.array(policyOf(['id', 'region', 'amount', 'twice', 'level_of', 'total'], ['region', 'level']), {
    maxLength: 3,
  }),
  customers: fc.array(policyOf(['id', 'level', 'number'], ['level']), { maxLength: 3 }),
  asked: fc.subarray(['region', 'amount', 'twice', 'level_of', 'level', 'number']),
});

function modelOf({ orders, customers }: Pick<World, 'orders' | 'customers'>) {
  const compiled = compileModel([
    {
      path: 'model/orders.yml',
      content: `
cubes:
  - name: orders
    sql_table: orders
    joins: [{ name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: region, sql: region, type: string }
      - { name: amount, sql: amount, type: number }
      - { name: twice, sql: "{amount} * 2", type: number }
      - { name: level_of, sql: "{customers.level}", type: string }
    measures: [{ name: total, sql: "{amount}", type: sum }]
${policies('orders', orders)}
  - name: customers
    sql_table: customers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: level, sql: level, type: string }
      - { name: number, sql: "{CUBE}.id", type: number }
      - { name: spent, sql: "{orders.total}", type: number, sub_query: true }
${policies('customers', customers)}
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [id, region, amount, twice, level_of, total] }
      - { join_path: orders.customers, includes: [level, number, spent] }
`,
    },
  ]);
  assert.ok('model' in compiled, JSON.stringify(compiled));
  return compiled.model;
}

interface World {
  readonly orders: readonly Policy[];
  readonly customers: readonly Policy[];
  readonly asked: readonly string[];
}

function policies(cube: Cube, all: readonly Policy[]): string {
  if (all.length === 0) return '';
  const entries = all.map(({ groups: group, members, rows }) => {
    const level = members && `member_level: { includes: [${members.join(', ')}] }`;
    const name = rows?.member === 'level' && cube === 'orders' ? 'customers.level' : rows?.member;
    const filters =
      rows &&
      `row_level: { filters: [{ member: ${name}, operator: equals, values: [${rows.values.join(', ')}] }] }`;
    return `      - { ${[`group: "${group}"`, level, filters].filter(Boolean).join(', ')} }`;
  });
  return `    access_policy:\n${entries.join('\n')}`;
}

const caller: QueryContext = { ...everybody, securityContext: { [everybody.brandKey]: { groups: ['a'] } } };

/** The orders that the caller may see the named members of, by the rules of the language. */
function ordersByHand(of: World, used: readonly `${Cube}.${string}`[]) {
  const restrictions = restrictionsOf(of, used);
  return ORDERS.filter((order) =>
    restrictions.every((alternatives) =>
      alternatives.some((rows) =>
        rows.values.includes(
          rows.member === 'region' ? order.region : (LEVELS.get(order.customer) ?? 'none'),
        ),
      ),
    ),
  );
}

/** What each member is restricted to: one of these conditions holds, and never one where there are none. */
function restrictionsOf(of: World, used: readonly `${Cube}.${string}`[]) {
  const restrict = (cube: Cube, member: string | undefined): NonNullable<Policy['rows']>[][] => {
    if (of[cube].length === 0) return [];
    const matching = of[cube].filter(({ groups: group }) => group !== 'b');
    const granting = matching.filter(
      ({ members }) => !members || (member !== undefined && members.includes(member)),
    );
    const holding = member === undefined || granting.length === 0 ? matching : granting;
    if (holding.some(({ rows }) => !rows)) return [];
    return [holding.flatMap(({ rows }) => rows ?? [])];
  };
  const own = used.flatMap((name) => {
    const [cube, member] = name.split('.') as [Cube, string];
    return restrict(cube, member);
  });
  const isJoined = own.some((alternatives) => alternatives.some(({ member }) => member === 'level'));
  const isNamed = used.some((name) => name.startsWith('customers.'));
  return isJoined && !isNamed ? [...own, ...restrict('customers', undefined)] : own;
}

test('through a view a member is of the rows that the policies of its cube show it on', async (database) => {
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const model = modelOf(drawn);
      const used = ['id', ...drawn.asked].flatMap((name) => USES[name] ?? []);
      const query = {
        dimensions: ['sales.id', ...drawn.asked.map((name) => `sales.${name}`)],
        order: { 'sales.id': 'asc' },
      };
      const rows = await rowsOf(database, model, query, caller);
      assert.deepEqual(
        rows.map((row) => row['sales.id']),
        ordersByHand(drawn, used).map(({ id }) => id),
      );
      const [total] = await rowsOf(database, model, { measures: ['sales.total'] }, caller);
      const expected = ordersByHand(drawn, ['orders.total', 'orders.amount']).map(({ amount }) => amount);
      assert.equal(
        total?.['sales.total'] ?? null,
        expected.length > 0 ? expected.reduce((sum, amount) => sum + amount, 0) : null,
      );
    }),
    { ...propertySettings, numRuns: Math.min(propertySettings.numRuns, 300) },
  );
});

test('a sub-query computes from the rows that the policies of its cube show it on', async (database) => {
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const policiesOfOrders = drawn.orders.map((policy) =>
        policy.rows?.member === 'level' ? { ...policy, rows: undefined } : policy,
      );
      const world = { orders: policiesOfOrders, customers: [], asked: [] };
      const query = { dimensions: ['sales.id', 'sales.spent'], order: { 'sales.id': 'asc' } };
      const rows = await rowsOf(database, modelOf(world), query, caller);
      const spent = (customer: number | null) => {
        const theirs = ordersByHand(world, ['orders.total', 'orders.amount']).filter(
          (order) => order.customer === customer,
        );
        return theirs.length > 0 && customer !== null
          ? theirs.reduce((sum, { amount }) => sum + amount, 0)
          : null;
      };
      assert.deepEqual(
        rows.map((row) => [row['sales.id'], row['sales.spent']]),
        ordersByHand(world, ['orders.id']).map(({ id, customer }) => [id, spent(customer)]),
      );
    }),
    { ...propertySettings, numRuns: Math.min(propertySettings.numRuns, 200) },
  );
});

test('a view shows no more rows than its cube, and its measures count no others', async (database) => {
  const mine: Policy = { groups: '*', members: undefined, rows: { member: 'region', values: ['south'] } };
  const ids: Policy = { groups: '*', members: ['id'], rows: undefined };
  const model = modelOf({ orders: [mine, ids], customers: [] });
  const both = ['orders', 'sales'].map(async (name) => [
    await rowsOf(
      database,
      model,
      { dimensions: [`${name}.id`, `${name}.amount`], order: { [`${name}.id`]: 'asc' } },
      caller,
    ),
    await rowsOf(database, model, { measures: [`${name}.total`] }, caller),
  ]);
  const [direct, through] = await Promise.all(both);
  const valuesOf = (answers: typeof direct) => answers?.map((rows) => rows.map((row) => Object.values(row)));
  assert.deepEqual(valuesOf(through), valuesOf(direct));
  assert.deepEqual(valuesOf(through), [
    [
      [2, 2],
      [5, 16],
    ],
    [[18]],
  ]);
});
