-- Made by `npm run golden` from filter-dates.yml.

-- limit 10000
--   sort orders__id
--     aggregate by orders__id = orders.id
--       filter (orders.created_at < <"2024-01-31 23:00:00.000"> or orders.created_at >= <"2024-02-29 23:00:00.000">) and orders.created_at > <"2024-01-15 23:00:00.000"> and orders.created_at <= <"2024-07-01 12:00:00.000">
--         scan orders

-- $1 = "2024-01-31 23:00:00.000"
-- $2 = "2024-02-29 23:00:00.000"
-- $3 = "2024-01-15 23:00:00.000"
-- $4 = "2024-07-01 12:00:00.000"
SELECT "orders".id AS "orders__id"
FROM orders AS "orders"
WHERE ("orders".created_at < CAST($1 AS TIMESTAMP) OR "orders".created_at >= CAST($2 AS TIMESTAMP))
  AND "orders".created_at > CAST($3 AS TIMESTAMP)
  AND "orders".created_at <= CAST($4 AS TIMESTAMP)
GROUP BY 1
ORDER BY "orders__id" ASC
LIMIT 10000;
-- orders__id
-- 2
-- 3
-- 4
