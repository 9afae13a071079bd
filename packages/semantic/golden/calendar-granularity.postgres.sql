-- Made by `npm run golden` from calendar-granularity.yml.

-- sort dates__day__month
--   aggregate by dates__day__month = time(dates.retail_month): orders__amount = sum(orders.amount)
--     filter dates.day >= <"2024-01-01 00:00:00.000"> and dates.day < <"2024-02-01 00:00:00.000">
--       inner join on orders.ordered_on = dates.day
--         scan orders
--         scan dates

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-02-01 00:00:00.000"
SELECT CAST("dates".retail_month AS TIMESTAMP) AS "dates__day__month",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
JOIN dates AS "dates" ON "orders".ordered_on = "dates".day
WHERE "dates".day >= CAST($1 AS TIMESTAMP)
  AND "dates".day < CAST($2 AS TIMESTAMP)
GROUP BY 1
ORDER BY "dates__day__month" ASC;
-- dates__day__month   | orders__amount
-- 2023-12-31 00:00:00 | 10
-- 2024-01-28 00:00:00 | 60
