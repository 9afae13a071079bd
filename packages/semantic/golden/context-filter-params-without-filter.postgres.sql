-- Made by `npm run golden` from context-filter-params-without-filter.yml.

-- aggregate: orders__amount = sum(orders.amount)
--   scan orders

SELECT sum("orders".amount) AS "orders__amount"
FROM (
  SELECT max(id) AS id,
    country,
    status,
    created_at,
    sum(amount) AS amount,
    sum(amount) AS day_amount
  FROM orders
  WHERE (1 = 1)
  GROUP BY country, status, created_at
) AS "orders";
-- orders__amount
-- 210
