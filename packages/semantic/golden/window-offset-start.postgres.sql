-- Made by `npm run golden` from window-offset-start.yml.

-- with
--   __window_rows:
--     aggregate by __time = truncate(day, time(orders.created_at)): __value = sum(orders.amount)
--       filter orders.created_at >= <"2023-12-24 00:00:00.000"> and orders.created_at < <"2024-01-12 00:00:00.000">
--         scan orders
--   __series:
--     series __series.start: truncate(day, <"2024-01-01 00:00:00.000">) to <"2024-01-05 23:59:59.999"> by 1 day
--   __buckets:
--     project start, end = start + 1 day - 1 millisecond
--       as starts
--         project start
--           read __series as __series
--   limit 10000
--     sort orders__created_at__day
--       project orders__created_at__day, orders__before = orders.before
--         as combined
--           aggregate by orders__created_at__day = __buckets.start: orders.before = sum(__window_rows.__value)
--             left join on (__window_rows.__time >= __buckets.start - 2 day and __window_rows.__time < __buckets.start)
--               read __buckets
--               read __window_rows

-- $1 = "2023-12-24 00:00:00.000"
-- $2 = "2024-01-12 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-05 23:59:59.999"
WITH "__window_rows" AS (
  SELECT date_trunc('day', CAST("orders".created_at AS TIMESTAMP)) AS "__time",
    sum("orders".amount) AS "__value"
  FROM orders AS "orders"
  WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
    AND "orders".created_at < CAST($2 AS TIMESTAMP)
  GROUP BY 1
),
"__series" AS (
  SELECT "start"
  FROM generate_series(date_trunc('day', CAST($3 AS TIMESTAMP)), CAST($4 AS TIMESTAMP), INTERVAL '1 days') AS moments("start")
),
"__buckets" AS (
  SELECT "start",
    "start" + INTERVAL '1 days' - INTERVAL '1 milliseconds' AS "end"
  FROM (
    SELECT "start"
    FROM "__series" AS "__series"
  ) AS "starts"
)
SELECT "orders__created_at__day",
  "orders.before" AS "orders__before"
FROM (
  SELECT "__buckets"."start" AS "orders__created_at__day",
    sum("__window_rows"."__value") AS "orders.before"
  FROM "__buckets"
  LEFT JOIN "__window_rows" ON "__window_rows"."__time" >= "__buckets"."start" - INTERVAL '2 days' AND "__window_rows"."__time" < "__buckets"."start"
  GROUP BY 1
) AS "combined"
ORDER BY "orders__created_at__day" ASC
LIMIT 10000;
-- orders__created_at__day | orders__before
-- 2024-01-01 00:00:00     | 10
-- 2024-01-02 00:00:00     | 100
-- 2024-01-03 00:00:00     | 130
-- 2024-01-04 00:00:00     | 30
-- 2024-01-05 00:00:00     | 20
