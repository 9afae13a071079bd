-- Made by `npm run golden` from sub-query-in-a-fan-out.yml.

-- limit 10000
--   sort customers__average_orders, orders__status
--     aggregate by orders__status = __keys.orders__status: customers__average_orders = avg(__keys.__value_0)
--       as __keys
--         distinct orders__status = orders.status, __key_0 = customers.id, __value_0 = customers.orders_placed.__value
--           left join on customers.orders_placed.__key_0 = customers.id
--             left join on customers.id = orders.customer_id
--               scan customers
--               scan orders
--             as customers.orders_placed
--               project __key_0 = customers__id, __value = orders.count
--                 as by_key
--                   aggregate by customers__id = customers.id: orders.count = count(orders.id)
--                     left join on customers.id = orders.customer_id
--                       scan customers
--                       scan orders

SELECT "__keys"."orders__status" AS "orders__status",
  avg("__keys"."__value_0") AS "customers__average_orders"
FROM (
  SELECT DISTINCT "orders".status AS "orders__status",
    "customers".id AS "__key_0",
    "customers.orders_placed"."__value" AS "__value_0"
  FROM customers AS "customers"
  LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
  LEFT JOIN (
    SELECT "customers__id" AS "__key_0",
      "orders.count" AS "__value"
    FROM (
      SELECT "customers".id AS "customers__id",
        count("orders".id) AS "orders.count"
      FROM customers AS "customers"
      LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
      GROUP BY 1
    ) AS "by_key"
  ) AS "customers.orders_placed" ON "customers.orders_placed"."__key_0" = "customers".id
) AS "__keys"
GROUP BY 1
ORDER BY "customers__average_orders" ASC, "orders__status" ASC
LIMIT 10000;
-- orders__status | customers__average_orders
-- null           | 0
-- done           | 1.5
-- open           | 2
