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
  WHERE (country = $1 OR status = $2)
) AS "orders"
WHERE "orders".country = $3 OR "orders".status = $4;
-- orders__amount
-- 60
