-- Made by `npm run golden` from fan-out-composite-key.yml.

-- limit 10000
--   sort orders__id, parcels__way
--     aggregate by parcels__way = __keys.parcels__way, orders__id = __keys.orders__id: items__count = count(__keys.__key_0), items__quantity = sum(__keys.__value_0)
--       as __keys
--         distinct parcels__way = parcels.way, orders__id = orders.id, __key_0 = items.order_id, __key_1 = items.line, __value_0 = items.quantity
--           left join on orders.id = parcels.order_id
--             left join on orders.id = items.order_id
--               scan orders
--               scan items
--             scan parcels

SELECT "__keys"."parcels__way" AS "parcels__way",
  "__keys"."orders__id" AS "orders__id",
  count("__keys"."__key_0") AS "items__count",
  sum("__keys"."__value_0") AS "items__quantity"
FROM (
  SELECT DISTINCT "parcels".way AS "parcels__way",
    "orders".id AS "orders__id",
    "items".order_id AS "__key_0",
    "items".line AS "__key_1",
    "items".quantity AS "__value_0"
  FROM orders AS "orders"
  LEFT JOIN items AS "items" ON "orders".id = "items".order_id
  LEFT JOIN parcels AS "parcels" ON "orders".id = "parcels".order_id
) AS "__keys"
GROUP BY 1, 2
ORDER BY "orders__id" ASC, "parcels__way" ASC
LIMIT 10000;
-- parcels__way | orders__id | items__count | items__quantity
-- air          | 1          | 3            | 6
-- sea          | 1          | 3            | 6
-- sea          | 2          | 1            | 1
-- null         | 3          | 1            | 4
-- null         | 4          | 0            | null
