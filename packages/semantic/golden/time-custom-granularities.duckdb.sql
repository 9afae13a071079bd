-- Made by `npm run golden` from time-custom-granularities.yml.

-- limit 10000
--   sort orders__created_at__sunday_week, orders__created_at__fiscal_year, orders__created_at__sprint, orders__created_at__season
--     aggregate by orders__created_at__sunday_week = truncate(week, time(orders.created_at) - -1 day) + -1 day, orders__created_at__fiscal_year = truncate(year, time(orders.created_at) - 3 month) + 3 month, orders__created_at__sprint = truncate-steps(time(orders.created_at)), orders__created_at__season = truncate-steps(time(orders.created_at)): orders__count = count(orders.id)
--       scan orders

SELECT date_trunc('week', CAST(CAST("orders".created_at AS TIMESTAMP) - to_days(-1) AS DATE)) + to_days(-1) AS "orders__created_at__sunday_week",
  date_trunc('year', CAST(CAST("orders".created_at AS TIMESTAMP) - to_months(3) AS DATE)) + to_months(3) AS "orders__created_at__fiscal_year",
  time_bucket(to_weeks(2), CAST("orders".created_at AS TIMESTAMP), TIMESTAMP '2024-01-03 00:00:00') AS "orders__created_at__sprint",
  time_bucket(to_months(5), CAST("orders".created_at AS TIMESTAMP) - to_seconds(1296000), TIMESTAMP '2024-01-01 00:00:00') + to_seconds(1296000) AS "orders__created_at__season",
  count("orders".id) AS "orders__count"
FROM orders AS "orders"
GROUP BY 1, 2, 3, 4
ORDER BY "orders__created_at__sunday_week" ASC, "orders__created_at__fiscal_year" ASC, "orders__created_at__sprint" ASC, "orders__created_at__season" ASC
LIMIT 10000;
-- orders__created_at__sunday_week | orders__created_at__fiscal_year | orders__created_at__sprint | orders__created_at__season | orders__count
-- 2024-01-14 00:00:00             | 2023-04-01 00:00:00             | 2024-01-03 00:00:00        | 2023-08-16 00:00:00        | 1
-- 2024-03-31 00:00:00             | 2023-04-01 00:00:00             | 2024-03-27 00:00:00        | 2024-01-16 00:00:00        | 2
-- 2024-06-30 00:00:00             | 2024-04-01 00:00:00             | 2024-06-19 00:00:00        | 2024-06-16 00:00:00        | 1
