-- Made by `npm run golden` from compared-date-ranges.yml.

-- sort orders__created_at__month
--   aggregate by orders__created_at__month = truncate(month, time(orders.created_at)): orders__amount = sum(orders.amount)
--     filter orders.created_at >= <"2024-01-01 00:00:00.000"> and orders.created_at < <"2024-02-01 00:00:00.000">
--       scan orders

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-02-01 00:00:00.000"
SELECT make_timestamp(year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE)), 1, 0, 0, 0.0) AS "orders__created_at__month",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
WHERE "orders".created_at >= CAST($1 AS DATE)
  AND "orders".created_at < CAST($2 AS DATE)
GROUP BY year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE))
ORDER BY "orders__created_at__month" ASC;
-- orders__created_at__month | orders__amount
-- 2024-01-01 00:00:00       | 100

-- sort orders__created_at__month
--   aggregate by orders__created_at__month = truncate(month, time(orders.created_at)): orders__amount = sum(orders.amount)
--     filter orders.created_at >= <"2024-03-01 00:00:00.000"> and orders.created_at < <"2024-04-01 00:00:00.000">
--       scan orders

-- $1 = "2024-03-01 00:00:00.000"
-- $2 = "2024-04-01 00:00:00.000"
SELECT make_timestamp(year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE)), 1, 0, 0, 0.0) AS "orders__created_at__month",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
WHERE "orders".created_at >= CAST($1 AS DATE)
  AND "orders".created_at < CAST($2 AS DATE)
GROUP BY year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE))
ORDER BY "orders__created_at__month" ASC;
-- orders__created_at__month | orders__amount
-- 2024-03-01 00:00:00       | 50
