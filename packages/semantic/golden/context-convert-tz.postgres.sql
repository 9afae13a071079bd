-- Made by `npm run golden` from context-convert-tz.yml.

-- limit 10000
--   sort orders__hour
--     aggregate by orders__hour = extract(hour from to-zone(time(created_at))): orders__amount = sum(orders.amount)
--       scan orders

SELECT extract(hour from timezone('Europe/Berlin', CAST(CAST(created_at AS TIMESTAMP) AS TIMESTAMPTZ))) AS "orders__hour",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__hour" ASC
LIMIT 10000;
-- orders__hour | orders__amount
-- 0            | 10
-- 9            | 50
-- 10           | 30
-- 11           | 100
-- 13           | 20
