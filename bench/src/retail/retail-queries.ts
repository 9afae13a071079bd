/** A query, and the SQL that an analyst who knows the tables would write for it: the same columns in the same order. */
export interface RetailQuery {
  /** Never changes. */
  readonly id: string;
  readonly query: object;
  readonly byHand: string;
}

const IN_2024 = ['2024-01-01', '2024-12-31'];
const DURING_2024 = `created_at >= timestamp '2024-01-01' and created_at < timestamp '2025-01-01'`;

/** What dashboards ask. */
export const dashboardQueries: readonly RetailQuery[] = [
  {
    id: 'total',
    query: { measures: ['orders.count', 'orders.amount'] },
    byHand: 'select count(*), sum(amount) from orders',
  },
  {
    id: 'by-month',
    query: {
      measures: ['orders.amount'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month', dateRange: IN_2024 }],
    },
    byHand: `select date_trunc('month', created_at) as month, sum(amount) from orders where ${DURING_2024} group by 1 order by 1`,
  },
  {
    id: 'by-country',
    query: { measures: ['orders.amount', 'orders.count'], dimensions: ['customers.country'] },
    byHand: `select country, sum(amount), count(*) from orders left join customers on customers.id = customer_id group by country`,
  },
  {
    id: 'share-by-plan',
    query: { measures: ['orders.open_share'], dimensions: ['customers.plan'] },
    byHand: `select plan, 1.0 * sum(amount) filter (where status = 'open') / sum(amount) from orders left join customers on customers.id = customer_id group by plan`,
  },
  {
    id: 'filtered',
    query: {
      measures: ['orders.average', 'orders.buyers'],
      dimensions: ['orders.status'],
      filters: [{ member: 'customers.country', operator: 'equals', values: ['DE'] }],
    },
    byHand: `select status, avg(amount), count(distinct customer_id) from orders join customers on customers.id = customer_id where country = 'DE' group by status`,
  },
  {
    id: 'top-customers',
    query: {
      measures: ['orders.amount'],
      dimensions: ['orders.customer'],
      order: { 'orders.amount': 'desc', 'orders.customer': 'asc' },
      limit: 20,
    },
    byHand: `select customer_id, sum(amount) as amount from orders group by customer_id order by amount desc, customer_id limit 20`,
  },
];

const KINDS = 'select distinct order_id, category from items';

/** Queries with joins that repeat the rows of a sum or a count. */
export const fanOutQueries: readonly RetailQuery[] = [
  {
    id: 'amount-by-category',
    query: { measures: ['orders.amount'], dimensions: ['items.category'] },
    byHand: `select category, sum(amount) from orders left join (${KINDS}) as kinds on order_id = id group by category`,
  },
  {
    id: 'count-by-category',
    query: { measures: ['orders.count'], dimensions: ['items.category'] },
    byHand:
      'select category, count(distinct id) from orders left join items on order_id = id group by category',
  },
  {
    id: 'both-sides-by-status',
    query: { measures: ['orders.amount', 'items.quantity'], dimensions: ['orders.status'] },
    byHand: `select status, sum(amount), sum(quantity)
      from orders left join (select order_id, sum(quantity) as quantity from items group by order_id) as sums on order_id = id
      group by status`,
  },
  {
    id: 'two-many-sides',
    query: {
      measures: ['orders.amount', 'items.quantity', 'payments.paid'],
      dimensions: ['orders.status'],
    },
    byHand: `select status, sum(amount), sum(quantity), sum(paid)
      from orders
      left join (select order_id, sum(quantity) as quantity from items group by order_id) as sums on sums.order_id = id
      left join (select order_id, sum(amount) as paid from payments group by order_id) as payed on payed.order_id = id
      group by status`,
  },
  {
    id: 'three-cubes',
    query: {
      measures: ['customers.credit', 'orders.amount', 'items.quantity'],
      dimensions: ['customers.country'],
    },
    byHand: `with sums as (select order_id, sum(quantity) as quantity from items group by order_id),
      own as (select customer_id, sum(amount) as amount, sum(quantity) as quantity from orders left join sums on order_id = id group by customer_id)
      select country, sum(credit), sum(amount), sum(quantity) from customers left join own on customer_id = id group by country`,
  },
  {
    id: 'filter-on-the-far-side',
    query: {
      measures: ['orders.amount', 'orders.count'],
      filters: [{ member: 'items.category', operator: 'equals', values: ['books'] }],
    },
    byHand: `select sum(amount), count(*) from orders where exists (select 1 from items where order_id = id and category = 'books')`,
  },
  {
    id: 'average-by-method',
    query: { measures: ['orders.average'], dimensions: ['payments.method'] },
    byHand: `select method, avg(amount) from orders
      left join (select distinct order_id, method from payments) as ways on order_id = id group by method`,
  },
  {
    id: 'by-month-and-category',
    query: {
      measures: ['orders.amount', 'items.quantity'],
      dimensions: ['items.category'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month', dateRange: IN_2024 }],
    },
    byHand: `select category, date_trunc('month', created_at) as month, sum(amount), sum(quantity)
      from orders left join (select order_id, category, sum(quantity) as quantity from items group by order_id, category) as kinds on order_id = id
      where ${DURING_2024} group by 1, 2`,
  },
  {
    id: 'customers-of-a-category',
    query: {
      measures: ['customers.credit', 'customers.count'],
      dimensions: ['customers.plan'],
      filters: [{ member: 'items.category', operator: 'equals', values: ['music'] }],
    },
    byHand: `select plan, sum(credit), count(*) from customers
      where id in (select customer_id from orders join items on order_id = orders.id where category = 'music') group by plan`,
  },
  {
    id: 'many-groups',
    query: {
      measures: ['orders.amount', 'payments.paid'],
      dimensions: ['orders.customer'],
      order: { 'orders.amount': 'desc', 'orders.customer': 'asc' },
      limit: 50,
    },
    byHand: `select customer_id, sum(amount) as amount, sum(paid)
      from orders left join (select order_id, sum(amount) as paid from payments group by order_id) as payed on order_id = id
      group by customer_id order by amount desc, customer_id limit 50`,
  },
];
