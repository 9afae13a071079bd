-- Made by `npm run golden` from context-filter-params-lambda.yml.

-- aggregate: orders__amount = sum(orders.amount)
--   filter orders.created_at >= <"2024-01-01 00:00:00.000"> and orders.created_at < <"2024-01-05 00:00:00.000">
--     scan orders

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-01-04 23:59:59.999999"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-05 00:00:00.000"
SELECT sum("orders".amount) AS "orders__amount"
FROM (
  SELECT *,
    amount AS day_amount
  FROM orders
  WHERE (created_at >= CAST($1 AS TIMESTAMP) - INTERVAL '2 days' AND created_at <= CAST($2 AS TIMESTAMP))
) AS "orders"
WHERE "orders".created_at >= CAST($3 AS DATE)
  AND "orders".created_at < CAST($4 AS DATE);
-- orders__amount
-- 150
