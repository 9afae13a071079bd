-- Made by `npm run golden` from sub-query-with-propagation.yml.

-- limit 10000
--   sort customers__count desc, customers__orders_placed
--     aggregate by customers__orders_placed = customers.orders_placed.__value: customers__count = count(customers.id)
--       semi join on customers.id = __key_0
--         left join on customers.orders_placed.__key_0 = customers.id
--           scan customers
--           as customers.orders_placed
--             project __key_0 = customers__id, __value = orders.count
--               as by_key
--                 aggregate by customers__id = customers.id: orders.count = count(orders.id)
--                   filter in(orders.status, <"open">)
--                     inner join on customers.id = orders.customer_id
--                       scan customers
--                       scan orders
--         project __key_0 = orders.customer_id
--           filter in(orders.status, <"open">)
--             scan orders

-- $1 = "open"
-- $2 = "open"
SELECT "customers.orders_placed"."__value" AS "customers__orders_placed",
  count("customers".id) AS "customers__count"
FROM customers AS "customers"
LEFT JOIN (
  SELECT "customers__id" AS "__key_0",
    "orders.count" AS "__value"
  FROM (
    SELECT "customers".id AS "customers__id",
      count("orders".id) AS "orders.count"
    FROM customers AS "customers"
    JOIN orders AS "orders" ON "customers".id = "orders".customer_id
    WHERE "orders".status = $1
    GROUP BY 1
  ) AS "by_key"
) AS "customers.orders_placed" ON "customers.orders_placed"."__key_0" = "customers".id
WHERE "customers".id IN (
  SELECT "orders".customer_id AS "__key_0"
  FROM orders AS "orders"
  WHERE "orders".status = $2
)
GROUP BY 1
ORDER BY "customers__count" DESC, "customers__orders_placed" ASC
LIMIT 10000;
-- customers__orders_placed | customers__count
-- 1                        | 1
