-- Made by `npm run golden` from context-filter-group.yml.

-- aggregate: orders__amount = sum(orders.amount)
--   filter (in(orders.country, <"FR">) or in(orders.status, <"open">))
--     scan orders

-- $1 = "FR"
-- $2 = "open"
-- $3 = "FR"
-- $4 = "open"
SELECT sum("orders".amount) AS "orders__amount"
FROM (
  SELECT *,
    amount AS day_amount
  FROM orders
  WHERE (country = CAST($1 AS VARCHAR) OR status = CAST($2 AS VARCHAR))
) AS "orders"
WHERE "orders".country = CAST($3 AS VARCHAR) OR "orders".status = CAST($4 AS VARCHAR);
-- orders__amount
-- 60
