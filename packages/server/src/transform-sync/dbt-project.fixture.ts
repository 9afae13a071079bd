/** The parts of a project of dbt that tests use, in the shape of its manifests of version 12. */

const project = 'shop';
const modelId = (name: string): string => `model.${project}.${name}`;

interface ColumnFixture {
  readonly data_type?: string;
  readonly description?: string;
  readonly quote?: boolean;
  readonly constraints?: readonly object[];
}

/** A node of a model. Without `relation_name` it is the table of its name. */
export function modelNode(
  name: string,
  columns: Readonly<Record<string, ColumnFixture>>,
  more: object = {},
): object {
  return {
    unique_id: modelId(name),
    resource_type: 'model',
    name,
    alias: name,
    package_name: project,
    database: project,
    schema: 'main',
    relation_name: `"${project}"."main"."${name}"`,
    description: '',
    columns: Object.fromEntries(
      Object.entries(columns).map(([column, facts]) => [
        column,
        { name: column, description: '', data_type: null, quote: null, constraints: [], ...facts },
      ]),
    ),
    constraints: [],
    config: { enabled: true, materialized: 'table' },
    ...more,
  };
}

let tests = 0;

/** A node of a generic test. */
export function testNode(
  name: string,
  model: string,
  kwargs: Readonly<Record<string, unknown>>,
  { to = model, where = null }: { to?: string; where?: string | null } = {},
): object {
  tests += 1;
  return {
    unique_id: `test.${project}.${name}_${tests}`,
    resource_type: 'test',
    attached_node: modelId(model),
    column_name: kwargs['column_name'] ?? null,
    test_metadata: { name, kwargs, namespace: null },
    depends_on: { nodes: [...new Set([modelId(to), modelId(model)])] },
    config: { enabled: true, where },
  };
}

/** A manifest of some nodes. */
export function manifestOf(...nodes: readonly object[]): Record<string, unknown> {
  return {
    metadata: {
      dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json',
      dbt_version: '1.11.16',
      generated_at: '2026-03-01T09:30:00.123456Z',
      project_name: project,
      adapter_type: 'duckdb',
    },
    nodes: Object.fromEntries(nodes.map((node, index) => [idOf(node) ?? String(index), node])),
    sources: { 'source.shop.raw.payments': { name: 'payments' } },
    macros: { 'macro.dbt.run_hooks': {}, 'macro.shop.cents': {} },
  };
}

function idOf(node: object): string | undefined {
  return 'unique_id' in node && typeof node.unique_id === 'string' ? node.unique_id : undefined;
}

/** Customers with orders with items, and a model that dbt puts into others. */
export const shopNodes: readonly object[] = [
  modelNode('stg_orders', {}, { relation_name: null, config: { materialized: 'ephemeral' } }),
  modelNode(
    'customers',
    {
      customer_id: { data_type: 'integer' },
      full_name: { data_type: 'varchar', description: 'Given and family name: {{ both }}, {% too %}' },
      signed_up_at: {},
    },
    { description: 'Who "buys": {# one #} row for each\n\ncustomer' },
  ),
  modelNode(
    'orders',
    {
      order_id: { data_type: 'bigint' },
      customer_id: { data_type: 'integer' },
      order_date: { data_type: 'date' },
      status: { data_type: 'varchar' },
      total_amount: { data_type: 'decimal(18,2)', description: 'What the customer pays' },
      'Shipping {Cost}': { data_type: 'double', quote: true },
    },
    { constraints: [{ type: 'primary_key', columns: ['order_id'], to: null, to_columns: [] }] },
  ),
  modelNode('order_items', {
    order_id: { data_type: 'bigint' },
    line: { data_type: 'integer' },
    count: { data_type: 'integer' },
  }),
  testNode('unique', 'customers', { column_name: 'customer_id' }),
  testNode('not_null', 'customers', { column_name: 'customer_id' }),
  testNode(
    'relationships',
    'orders',
    { column_name: 'customer_id', to: "ref('customers')", field: 'customer_id' },
    { to: 'customers' },
  ),
  testNode('unique_combination_of_columns', 'order_items', { combination_of_columns: ['order_id', 'line'] }),
  testNode(
    'relationships',
    'order_items',
    { column_name: 'order_id', to: "ref('orders')", field: 'order_id' },
    { to: 'orders' },
  ),
];

/** The tables that the project makes, as statements of DuckDB. */
export const shopTables: readonly string[] = [
  `create table customers as from (values (1, 'Ada', timestamp '2026-01-01'), (2, 'Ben', timestamp '2026-01-02'))
     as t(customer_id, full_name, signed_up_at)`,
  `create table orders as from (values (10, 1, date '2026-02-01', 'placed', 5.5::decimal(18,2), 1.0),
     (11, 1, date '2026-02-02', 'shipped', 7.25, 2.0), (12, 2, date '2026-02-02', 'placed', 1.25, 0.5))
     as t(order_id, customer_id, order_date, status, total_amount, "Shipping {Cost}")`,
  `create table order_items as from (values (10, 1, 2), (11, 1, 1), (11, 2, 4)) as t(order_id, line, count)`,
];
