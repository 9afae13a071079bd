-- Made by `npm run golden` from context-filter-params.yml.

-- limit 10000
--   sort orders__country
--     aggregate by orders__country = orders.country: orders__amount = sum(orders.amount)
--       filter orders.created_at >= <"2024-01-01 00:00:00.000"> and orders.created_at < <"2024-01-05 00:00:00.000"> and in(orders.status, <"done">)
--         scan orders

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-01-05 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-05 00:00:00.000"
-- $5 = "done"
SELECT "orders".country AS "orders__country",
  sum("orders".amount) AS "orders__amount"
FROM (
  SELECT max(id) AS id,
    country,
    status,
    created_at,
    sum(amount) AS amount,
    sum(amount) AS day_amount
  FROM orders
  WHERE (created_at >= CAST($1 AS DATE) AND created_at < CAST($2 AS DATE))
  GROUP BY country, status, created_at
) AS "orders"
WHERE "orders".created_at >= CAST($3 AS DATE)
  AND "orders".created_at < CAST($4 AS DATE)
  AND "orders".status = CAST($5 AS VARCHAR)
GROUP BY 1
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount
-- DE              | 100
-- FR              | 20
