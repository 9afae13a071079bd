-- Made by `npm run golden` from stage-shared-inner.yml.

-- with
--   __shared_0:
--     project __key_0 = customers__id, __value = orders.count
--       as by_key
--         aggregate by customers__id = customers.id: orders.count = count(orders.id)
--           left join on customers.id = orders.customer_id
--             scan customers
--             scan orders
--   __part_0:
--     aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--       filter compare-number(customers.orders_placed.__value)
--         inner join on customers.orders_placed.__key_0 = customers.id
--           inner join on orders.customer_id = customers.id
--             scan orders
--             scan customers
--           read __shared_0 as customers.orders_placed
--   __part_1:
--     project orders.total = orders.amount
--       as inner_stage
--         aggregate: orders.amount = sum(orders.amount)
--           filter compare-number(customers.orders_placed.__value)
--             inner join on customers.orders_placed.__key_0 = customers.id
--               inner join on orders.customer_id = customers.id
--                 scan orders
--                 scan customers
--               read __shared_0 as customers.orders_placed
--   __part_2:
--     aggregate by orders__country: orders.of_customer = avg(orders.amount), orders.most_of_customer = max(orders.amount)
--       as inner_stage
--         aggregate by orders__country = orders.country, orders__customer_id = orders.customer_id: orders.amount = sum(orders.amount)
--           filter compare-number(customers.orders_placed.__value)
--             inner join on customers.orders_placed.__key_0 = customers.id
--               inner join on orders.customer_id = customers.id
--                 scan orders
--                 scan customers
--               read __shared_0 as customers.orders_placed
--   limit 10000
--     sort orders__country
--       project orders__country, orders__amount = orders.amount, orders__total = orders.total, orders__of_customer = orders.of_customer, orders__most_of_customer = orders.most_of_customer
--         as combined
--           project orders__country = spine.orders__country, orders.amount = spine.orders.amount, orders.of_customer = spine.orders.of_customer, orders.most_of_customer = spine.orders.most_of_customer, orders.total = __part_1.orders.total
--             cross join
--               as spine
--                 aggregate by orders__country: orders.amount = any_value(orders.amount), orders.of_customer = any_value(orders.of_customer), orders.most_of_customer = any_value(orders.most_of_customer)
--                   as united
--                     union
--                       project orders__country, orders.amount, orders.of_customer = null, orders.most_of_customer = null
--                         read __part_0
--                       project orders__country, orders.amount = null, orders.of_customer, orders.most_of_customer
--                         read __part_2
--               read __part_1

-- $1 = "1"
-- $2 = "1"
-- $3 = "1"
WITH "__shared_0" AS (
  SELECT "customers__id" AS "__key_0",
    "orders.count" AS "__value"
  FROM (
    SELECT "customers".id AS "customers__id",
      count("orders".id) AS "orders.count"
    FROM customers AS "customers"
    LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
    GROUP BY 1
  ) AS "by_key"
),
"__part_0" AS (
  SELECT "orders".country AS "orders__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  JOIN customers AS "customers" ON "orders".customer_id = "customers".id
  JOIN "__shared_0" AS "customers.orders_placed" ON "customers.orders_placed"."__key_0" = "customers".id
  WHERE "customers.orders_placed"."__value" > CAST($1 AS HUGEINT)
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders.amount" AS "orders.total"
  FROM (
    SELECT sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    JOIN customers AS "customers" ON "orders".customer_id = "customers".id
    JOIN "__shared_0" AS "customers.orders_placed" ON "customers.orders_placed"."__key_0" = "customers".id
    WHERE "customers.orders_placed"."__value" > CAST($2 AS HUGEINT)
  ) AS "inner_stage"
),
"__part_2" AS (
  SELECT "orders__country",
    avg("orders.amount") AS "orders.of_customer",
    max("orders.amount") AS "orders.most_of_customer"
  FROM (
    SELECT "orders".country AS "orders__country",
      "orders".customer_id AS "orders__customer_id",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    JOIN customers AS "customers" ON "orders".customer_id = "customers".id
    JOIN "__shared_0" AS "customers.orders_placed" ON "customers.orders_placed"."__key_0" = "customers".id
    WHERE "customers.orders_placed"."__value" > CAST($3 AS HUGEINT)
    GROUP BY 1, 2
  ) AS "inner_stage"
  GROUP BY 1
)
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.total" AS "orders__total",
  "orders.of_customer" AS "orders__of_customer",
  "orders.most_of_customer" AS "orders__most_of_customer"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.of_customer" AS "orders.of_customer",
    "spine"."orders.most_of_customer" AS "orders.most_of_customer",
    "__part_1"."orders.total" AS "orders.total"
  FROM (
    SELECT "orders__country",
      any_value("orders.amount") AS "orders.amount",
      any_value("orders.of_customer") AS "orders.of_customer",
      any_value("orders.most_of_customer") AS "orders.most_of_customer"
    FROM (
      SELECT "orders__country",
        "orders.amount",
        NULL AS "orders.of_customer",
        NULL AS "orders.most_of_customer"
      FROM "__part_0" UNION ALL
      SELECT "orders__country",
        NULL AS "orders.amount",
        "orders.of_customer",
        "orders.most_of_customer"
      FROM "__part_2"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
  CROSS JOIN "__part_1"
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__total | orders__of_customer | orders__most_of_customer
-- DE              | 180            | 200           | 90                  | 130
-- FR              | 20             | 200           | 20                  | 20
