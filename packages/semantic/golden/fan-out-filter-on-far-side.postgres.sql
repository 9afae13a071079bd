-- Made by `npm run golden` from fan-out-filter-on-far-side.yml.

-- $1 = "games"
SELECT avg("orders".amount) AS "orders__average"
FROM orders AS "orders"
WHERE EXISTS (
  SELECT 1
  FROM items AS "items"
  WHERE "orders".id = "items".order_id
    AND ("items".category = $1)
)
LIMIT 10000;
-- orders__average
-- 60.0000000000000000
