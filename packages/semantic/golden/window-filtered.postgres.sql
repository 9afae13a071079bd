-- Made by `npm run golden` from window-filtered.yml.

-- with
--   __window_rows:
--     aggregate by __time = truncate(day, time(orders.created_at)): __value = sum(case(orders.status = 'done', orders.amount))
--       filter orders.created_at < <"2024-01-12 00:00:00.000"> and in(orders.country, <"DE">)
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
--       project orders__created_at__day, orders__done = orders.done
--         as combined
--           project orders__created_at__day = __buckets.start, orders.done = running.__value
--             left join on __buckets.start = running.start
--               read __buckets
--               as running
--                 project start, __value
--                   filter start is not null and __rows > 0
--                     as runs
--                       project start, __value = over(__value, __time, __order), __rows = over(case(__order = 1, 1, 0), __time, __order)
--                         as line
--                           union
--                             project start = null, __time, __order = 1, __value
--                               read __window_rows
--                             project start = __buckets.start, __time = __buckets.end, __order = 2, __value = null
--                               read __buckets

-- $1 = "2024-01-12 00:00:00.000"
-- $2 = "DE"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-05 23:59:59.999"
WITH "__window_rows" AS (
  SELECT date_trunc('day', CAST("orders".created_at AS TIMESTAMP)) AS "__time",
    sum(CASE WHEN "orders".status = 'done' THEN "orders".amount END) AS "__value"
  FROM orders AS "orders"
  WHERE "orders".created_at < CAST($1 AS TIMESTAMP)
    AND "orders".country = $2
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
  "orders.done" AS "orders__done"
FROM (
  SELECT "__buckets"."start" AS "orders__created_at__day",
    "running"."__value" AS "orders.done"
  FROM "__buckets"
  LEFT JOIN (
    SELECT "start",
      "__value"
    FROM (
      SELECT "start",
        sum("__value") OVER (ORDER BY "__time" ASC, "__order" ASC ROWS UNBOUNDED PRECEDING) AS "__value",
        sum(CASE WHEN "__order" = 1 THEN 1 ELSE 0 END) OVER (ORDER BY "__time" ASC, "__order" ASC ROWS UNBOUNDED PRECEDING) AS "__rows"
      FROM (
        SELECT (
          SELECT "start"
          FROM "__buckets"
          WHERE false
        ) AS "start",
          "__time",
          1 AS "__order",
          "__value"
        FROM "__window_rows" UNION ALL
        SELECT "__buckets"."start" AS "start",
          "__buckets"."end" AS "__time",
          2 AS "__order",
          (
          SELECT "__value"
          FROM "__window_rows"
          WHERE false
        ) AS "__value"
        FROM "__buckets"
      ) AS "line"
    ) AS "runs"
    WHERE "start" IS NOT NULL
      AND "__rows" > 0
  ) AS "running" ON "__buckets"."start" = "running"."start"
) AS "combined"
ORDER BY "orders__created_at__day" ASC
LIMIT 10000;
-- orders__created_at__day | orders__done
-- 2024-01-01 00:00:00     | 100
-- 2024-01-02 00:00:00     | 100
-- 2024-01-03 00:00:00     | 100
-- 2024-01-04 00:00:00     | 100
-- 2024-01-05 00:00:00     | 150
