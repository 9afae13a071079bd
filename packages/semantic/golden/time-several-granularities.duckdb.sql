-- Made by `npm run golden` from time-several-granularities.yml.

-- limit 10000
--   sort orders__created_at__day desc, orders__created_at__month
--     aggregate by orders__created_at__month = truncate(month, time(orders.created_at)), orders__created_at__day = truncate(day, time(orders.created_at)): orders__amount = sum(orders.amount)
--       filter orders.created_at >= <"2023-12-01 00:00:00.000"> and orders.created_at < <"2024-01-05 00:00:00.000">
--         scan orders

-- $1 = "2023-12-01 00:00:00.000"
-- $2 = "2024-01-05 00:00:00.000"
SELECT make_timestamp(year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE)), 1, 0, 0, 0.0) AS "orders__created_at__month",
  CAST(CAST("orders".created_at AS DATE) AS TIMESTAMP) AS "orders__created_at__day",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
WHERE "orders".created_at >= CAST($1 AS DATE)
  AND "orders".created_at < CAST($2 AS DATE)
GROUP BY year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE)), CAST("orders".created_at AS DATE)
ORDER BY "orders__created_at__day" DESC, "orders__created_at__month" ASC
LIMIT 10000;
-- orders__created_at__month | orders__created_at__day | orders__amount
-- 2024-01-01 00:00:00       | 2024-01-04 00:00:00     | 20
-- 2024-01-01 00:00:00       | 2024-01-02 00:00:00     | 30
-- 2024-01-01 00:00:00       | 2024-01-01 00:00:00     | 100
-- 2023-12-01 00:00:00       | 2023-12-30 00:00:00     | 10
