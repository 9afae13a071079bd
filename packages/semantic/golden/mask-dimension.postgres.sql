-- Made by `npm run golden` from mask-dimension.yml.

-- limit 10000
--   sort orders__country, orders__status, orders__customer_id
--     aggregate by orders__country = orders.country, orders__status = "***", orders__customer_id = number(null): orders__amount = sum(orders.amount)
--       scan orders

SELECT "orders".country AS "orders__country",
  '***' AS "orders__status",
  CAST(NULL AS NUMERIC) AS "orders__customer_id",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
GROUP BY 1, 2, 3
ORDER BY "orders__country" ASC, "orders__status" ASC, "orders__customer_id" ASC
LIMIT 10000;
-- orders__country | orders__status | orders__customer_id | orders__amount
-- DE              | ***            | null                | 180
-- FR              | ***            | null                | 30
