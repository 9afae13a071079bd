-- Made by `npm run golden` from mask-where-rows-are-hidden.yml.

-- limit 10000
--   sort orders__country, orders__status
--     aggregate by orders__country = orders.country, orders__status = case(in(orders.country, <"DE">), orders.status, "***"): orders__amount = sum(orders.amount)
--       scan orders

-- $1 = "DE"
SELECT "orders".country AS "orders__country",
  CASE WHEN "orders".country = CAST($1 AS VARCHAR) THEN "orders".status ELSE '***' END AS "orders__status",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
GROUP BY 1, 2
ORDER BY "orders__country" ASC, "orders__status" ASC
LIMIT 10000;
-- orders__country | orders__status | orders__amount
-- DE              | done           | 150
-- DE              | open           | 30
-- FR              | ***            | 30
