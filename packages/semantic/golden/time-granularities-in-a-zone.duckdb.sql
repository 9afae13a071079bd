-- Made by `npm run golden` from time-granularities-in-a-zone.yml.

-- limit 10000
--   sort orders__created_at__day, orders__created_at__quarter
--     aggregate by orders__created_at__day = truncate(day, to-zone(time(orders.created_at))), orders__created_at__quarter = truncate(quarter, to-zone(time(orders.created_at))): orders__amount = sum(orders.amount)
--       filter orders.created_at >= <"2024-03-30 23:00:00.000"> and orders.created_at < <"2024-04-01 22:00:00.000">
--         scan orders

-- $1 = "2024-03-30 23:00:00.000"
-- $2 = "2024-04-01 22:00:00.000"
SELECT date_trunc('day', CAST(timezone('Europe/Berlin', timezone('UTC', CAST("orders".created_at AS TIMESTAMP))) AS DATE)) AS "orders__created_at__day",
  date_trunc('quarter', CAST(timezone('Europe/Berlin', timezone('UTC', CAST("orders".created_at AS TIMESTAMP))) AS DATE)) AS "orders__created_at__quarter",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
  AND "orders".created_at < CAST($2 AS TIMESTAMP)
GROUP BY 1, 2
ORDER BY "orders__created_at__day" ASC, "orders__created_at__quarter" ASC
LIMIT 10000;
-- orders__created_at__day | orders__created_at__quarter | orders__amount
-- 2024-03-31 00:00:00     | 2024-01-01 00:00:00         | 30
-- 2024-04-01 00:00:00     | 2024-04-01 00:00:00         | 20
