-- Made by `npm run golden` from fan-out-filter-that-nothing-meets.yml.

-- aggregate: orders__average = avg(__keys.__value_0)
--   as __keys
--     distinct __key_0 = orders.id, __value_0 = orders.amount
--       filter is-not-true(in(items.category, <"games">))
--         left join on orders.id = items.order_id
--           scan orders
--           scan items

-- $1 = "games"
SELECT avg("__keys"."__value_0") AS "orders__average"
FROM (
  SELECT DISTINCT "orders".id AS "__key_0",
    "orders".amount AS "__value_0"
  FROM orders AS "orders"
  LEFT JOIN items AS "items" ON "orders".id = "items".order_id
  WHERE ("items".category = CAST($1 AS VARCHAR)) IS NOT TRUE
) AS "__keys";
-- orders__average
-- 45
