-- Made by `npm run golden` from mask-lifted-by-a-filter.yml.

-- limit 10000
--   sort orders__status
--     aggregate by orders__status = orders.status: orders__amount = sum(orders.amount)
--       filter in(orders.country, <"DE">)
--         scan orders

-- $1 = "DE"
SELECT "orders".status AS "orders__status",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
WHERE "orders".country = CAST($1 AS VARCHAR)
GROUP BY 1
ORDER BY "orders__status" ASC
LIMIT 10000;
-- orders__status | orders__amount
-- done           | 150
-- open           | 30
