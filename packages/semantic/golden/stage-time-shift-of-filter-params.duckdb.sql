-- Made by `npm run golden` from stage-time-shift-of-filter-params.yml.

-- limit 10000
--   sort orders__created_at__month
--     project orders__created_at__month, orders__last_month = orders.last_month
--       as combined
--         project orders__created_at__month, orders.last_month = orders.amount
--           as inner_stage
--             aggregate by orders__created_at__month = truncate(month, time(orders.created_at) + 1 month): orders.amount = sum(orders.amount)
--               filter time(orders.created_at) + 1 month >= <"2024-02-01 00:00:00.000"> and time(orders.created_at) + 1 month < <"2024-03-01 00:00:00.000">
--                 scan orders

-- $1 = "2024-02-01 00:00:00.000"
-- $2 = "2024-03-01 00:00:00.000"
SELECT "orders__created_at__month",
  "orders.last_month" AS "orders__last_month"
FROM (
  SELECT "orders__created_at__month",
    "orders.amount" AS "orders.last_month"
  FROM (
    SELECT date_trunc('month', CAST(CAST("orders".created_at AS TIMESTAMP) + to_months(1) AS DATE)) AS "orders__created_at__month",
      sum("orders".amount) AS "orders.amount"
    FROM (
      SELECT *
      FROM orders
      WHERE (1 = 1)
    ) AS "orders"
    WHERE CAST("orders".created_at AS TIMESTAMP) + to_months(1) >= CAST($1 AS DATE)
      AND CAST("orders".created_at AS TIMESTAMP) + to_months(1) < CAST($2 AS DATE)
    GROUP BY 1
  ) AS "inner_stage"
) AS "combined"
ORDER BY "orders__created_at__month" ASC
LIMIT 10000;
-- orders__created_at__month | orders__last_month
-- 2024-02-01 00:00:00       | 107
