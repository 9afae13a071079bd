-- Made by `npm run golden` from window-to-date.yml.

-- with
--   __window_rows:
--     aggregate by __time = truncate(day, time(orders.created_at)): __value = sum(orders.amount)
--       filter orders.created_at >= <"2023-11-21 00:00:00.000"> and orders.created_at < <"2024-01-09 00:00:00.000">
--         scan orders
--   __series:
--     series __series.start: truncate(day, <"2023-12-30 00:00:00.000">) to <"2024-01-02 23:59:59.999"> by 1 day
--   __buckets:
--     project start, end = start + 1 day - 1 millisecond
--       as starts
--         project start
--           read __series as __series
--   limit 10000
--     sort orders__created_at__day
--       project orders__created_at__day, orders__this_month = orders.this_month
--         as combined
--           project orders__created_at__day = __buckets.start, orders.this_month = running.__value
--             left join on __buckets.start = running.start
--               read __buckets
--               as running
--                 project start, __value
--                   filter start is not null and __rows > 0
--                     as runs
--                       project start, __value = over(__value, __period, __time, __order), __rows = over(case(__order = 1, 1, 0), __period, __time, __order)
--                         as line
--                           union
--                             project start = null, __time, __order = 1, __value, __period = truncate(month, __time)
--                               read __window_rows
--                             project start = __buckets.start, __time = __buckets.end, __order = 2, __value = null, __period = truncate(month, __buckets.start)
--                               read __buckets

-- $1 = "2023-11-21 00:00:00.000"
-- $2 = "2024-01-09 00:00:00.000"
-- $3 = "2023-12-30 00:00:00.000"
-- $4 = "2024-01-02 23:59:59.999"
WITH "__window_rows" AS (
  SELECT CAST(CAST("orders".created_at AS DATE) AS TIMESTAMP) AS "__time",
    sum("orders".amount) AS "__value"
  FROM orders AS "orders"
  WHERE "orders".created_at >= CAST($1 AS DATE)
    AND "orders".created_at < CAST($2 AS DATE)
  GROUP BY CAST("orders".created_at AS DATE)
),
"__series" AS (
  SELECT "start"
  FROM generate_series(date_trunc('day', CAST(CAST($3 AS TIMESTAMP) AS DATE)), CAST($4 AS TIMESTAMP), to_days(1)) AS moments("start")
),
"__buckets" AS (
  SELECT "start",
    "start" + to_days(1) - to_milliseconds(1) AS "end"
  FROM (
    SELECT "start"
    FROM "__series" AS "__series"
  ) AS "starts"
)
SELECT "orders__created_at__day",
  "orders.this_month" AS "orders__this_month"
FROM (
  SELECT "__buckets"."start" AS "orders__created_at__day",
    "running"."__value" AS "orders.this_month"
  FROM "__buckets"
  LEFT JOIN (
    SELECT "start",
      "__value"
    FROM (
      SELECT "start",
        sum("__value") OVER (PARTITION BY "__period" ORDER BY "__time" ASC, "__order" ASC ROWS UNBOUNDED PRECEDING) AS "__value",
        sum(CASE WHEN "__order" = 1 THEN 1 ELSE 0 END) OVER (PARTITION BY "__period" ORDER BY "__time" ASC, "__order" ASC ROWS UNBOUNDED PRECEDING) AS "__rows"
      FROM (
        SELECT NULL AS "start",
          "__time",
          1 AS "__order",
          "__value",
          date_trunc('month', CAST("__time" AS DATE)) AS "__period"
        FROM "__window_rows" UNION ALL
        SELECT "__buckets"."start" AS "start",
          "__buckets"."end" AS "__time",
          2 AS "__order",
          NULL AS "__value",
          date_trunc('month', CAST("__buckets"."start" AS DATE)) AS "__period"
        FROM "__buckets"
      ) AS "line"
    ) AS "runs"
    WHERE "start" IS NOT NULL
      AND "__rows" > 0
  ) AS "running" ON "__buckets"."start" = "running"."start"
) AS "combined"
ORDER BY "orders__created_at__day" ASC
LIMIT 10000;
-- orders__created_at__day | orders__this_month
-- 2023-12-30 00:00:00     | 10
-- 2023-12-31 00:00:00     | 10
-- 2024-01-01 00:00:00     | 100
-- 2024-01-02 00:00:00     | 130
