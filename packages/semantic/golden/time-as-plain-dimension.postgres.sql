-- Made by `npm run golden` from time-as-plain-dimension.yml.

-- limit 10000
--   sort orders__created_at
--     aggregate by orders__created_at = to-zone(time(orders.created_at))
--       filter orders.created_at >= <"2024-03-01 05:00:00.000"> and orders.created_at < <"2024-08-01 04:00:00.000">
--         scan orders

-- $1 = "2024-03-01 05:00:00.000"
-- $2 = "2024-08-01 04:00:00.000"
SELECT timezone('America/New_York', CAST(CAST("orders".created_at AS TIMESTAMP) AS TIMESTAMPTZ)) AS "orders__created_at"
FROM orders AS "orders"
WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
  AND "orders".created_at < CAST($2 AS TIMESTAMP)
GROUP BY 1
ORDER BY "orders__created_at" ASC
LIMIT 10000;
-- orders__created_at
-- 2024-03-30 20:30:00
-- 2024-03-31 19:30:00
-- 2024-07-01 08:00:00
