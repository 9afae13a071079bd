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
  WHERE (CAST(country AS TEXT) = $1)
    AND (CAST(status AS TEXT) IN ($2, $3))
    AND (1 = 1)
) AS "orders";
-- orders__amount
-- 180
