-- Made by `npm run golden` from fan-out-filter-on-far-side.yml.

-- $1 = "games"
SELECT avg("orders".amount) AS "orders__average"
FROM (
  SELECT DISTINCT "orders".id AS "__key_0"
  FROM orders AS "orders"
  LEFT JOIN items AS "items" ON "orders".id = "items".order_id
  WHERE ("items".category = $1)
) AS "__keys"
LEFT JOIN orders AS "orders" ON "__keys"."__key_0" = "orders".id
LIMIT 10000;
-- orders__average
-- 60.0000000000000000
