const CUSTOMERS = 25_000;
const ORDERS = 200_000;

/**
 * The tables of the shop, about a million rows, the same on every engine and in every run: what looks like chance is
 * the rest of a division by a prime. An order has 1 to 5 items and 0 to 2 payments; every thousandth has no customer.
 */
export const retailTables: readonly string[] = [
  `create table customers as
   select n as id,
     case n % 7 when 0 then 'DE' when 1 then 'FR' when 2 then 'US' when 3 then 'IT' when 4 then 'ES' when 5 then 'JP' end as country,
     case when n % 5 = 0 then 'team' when n % 17 = 0 then 'company' else 'free' end as plan,
     cast(n * 7919 % 1009 as integer) as credit
   from generate_series(cast(1 as bigint), ${CUSTOMERS}) as t(n)`,
  `create table orders as
   select n as id,
     case when n % 1000 <> 0 then 1 + n * 104729 % ${CUSTOMERS} end as customer_id,
     case n % 11 when 0 then 'open' when 1 then 'returned' else 'done' end as status,
     cast(1 + n * 15485863 % 499 as integer) as amount,
     timestamp '2022-01-01' + n * 7907 % 94608000 * interval '1 second' as created_at
   from generate_series(cast(1 as bigint), ${ORDERS}) as t(n)`,
  `create table items as
   select id as order_id, line,
     case (id * 31 + line * 17) % 6 when 0 then 'books' when 1 then 'games' when 2 then 'music' when 3 then 'tools' when 4 then 'toys' else 'food' end as category,
     cast(1 + (id + line) * 101 % 7 as integer) as quantity
   from orders cross join generate_series(1, 5) as t(line)
   where line <= 1 + id * 7 % 5`,
  `create table payments as
   select id * 2 + part as id, id as order_id,
     case (id + part) % 3 when 0 then 'card' when 1 then 'transfer' else 'cash' end as method,
     cast(amount / (1 + id % 2) as integer) as amount
   from orders cross join generate_series(0, 1) as t(part)
   where part < id % 3`,
];

/** What every shop's PostgreSQL has: keys, indexes on what joins use, and statistics. */
export const retailIndexes: readonly string[] = [
  'alter table customers add primary key (id)',
  'alter table orders add primary key (id)',
  'alter table items add primary key (order_id, line)',
  'alter table payments add primary key (id)',
  'create index on orders (customer_id)',
  'create index on orders (created_at)',
  'create index on payments (order_id)',
  'vacuum analyze',
];
