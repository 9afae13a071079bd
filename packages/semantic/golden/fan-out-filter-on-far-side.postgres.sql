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
WHERE "orders".id IN (
  SELECT "items".order_id AS "__key_0"
  FROM items AS "items"
  WHERE "items".category = $1
);
-- orders__average
-- 60.0000000000000000
