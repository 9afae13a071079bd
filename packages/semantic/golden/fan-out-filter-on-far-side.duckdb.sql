-- Made by `npm run golden` from fan-out-filter-on-far-side.yml.

-- aggregate: orders__average = avg(orders.amount)
--   semi join on orders.id = __key_0
--     scan orders
--     project __key_0 = items.order_id
--       filter in(items.category, <"games">)
--         scan items

-- $1 = "games"
SELECT avg("orders".amount) AS "orders__average"
FROM orders AS "orders"
SEMI JOIN (
  SELECT "items".order_id AS "__key_0"
  FROM items AS "items"
  WHERE "items".category = CAST($1 AS VARCHAR)
) AS "__partners_0" ON "orders".id = "__partners_0"."__key_0";
-- orders__average
-- 60
