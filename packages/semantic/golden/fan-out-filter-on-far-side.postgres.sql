-- Made by `npm run golden` from fan-out-filter-on-far-side.yml.

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
