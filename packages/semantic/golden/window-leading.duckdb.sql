-- Made by `npm run golden` from window-leading.yml.

-- with
--   __window_rows:
--     aggregate by __time = truncate(day, time(orders.created_at)): __value = sum(orders.amount)
--       filter orders.created_at >= <"2023-12-26 00:00:00.000"> and orders.created_at < <"2024-01-14 00:00:00.000">
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
--       project orders__created_at__day, orders__coming = orders.coming
--         as combined
--           aggregate by orders__created_at__day = __buckets.start: orders.coming = sum(__window_rows.__value)
--             left join on (__window_rows.__time >= __buckets.end + 1 millisecond and __window_rows.__time < __buckets.end + 2 day + 1 millisecond)
--               read __buckets
--               read __window_rows

-- $1 = "2023-12-26 00:00:00.000"
-- $2 = "2024-01-14 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-05 23:59:59.999"
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
  "orders.coming" AS "orders__coming"
FROM (
  SELECT "__buckets"."start" AS "orders__created_at__day",
    sum("__window_rows"."__value") AS "orders.coming"
  FROM "__buckets"
  LEFT JOIN "__window_rows" ON "__window_rows"."__time" >= "__buckets"."end" + to_milliseconds(1) AND "__window_rows"."__time" < "__buckets"."end" + to_days(2) + to_milliseconds(1)
  GROUP BY 1
) AS "combined"
ORDER BY "orders__created_at__day" ASC
LIMIT 10000;
-- orders__created_at__day | orders__coming
-- 2024-01-01 00:00:00     | 30
-- 2024-01-02 00:00:00     | 20
-- 2024-01-03 00:00:00     | 70
-- 2024-01-04 00:00:00     | 50
-- 2024-01-05 00:00:00     | null
