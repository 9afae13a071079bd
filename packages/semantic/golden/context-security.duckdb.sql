-- Made by `npm run golden` from context-security.yml.

-- aggregate: orders__amount = sum(orders.amount)
--   scan orders

-- $1 = "DE"
-- $2 = "done"
-- $3 = "open"
SELECT sum("orders".amount) AS "orders__amount"
FROM (
  SELECT *,
    amount AS day_amount
  FROM orders
  WHERE (CAST(country AS VARCHAR) = CAST($1 AS VARCHAR))
    AND (CAST(status AS VARCHAR) IN (CAST($2 AS VARCHAR), CAST($3 AS VARCHAR)))
    AND (1 = 1)
) AS "orders";
-- orders__amount
-- 180
