-- Made by `npm run golden` from window-unbounded.yml.

-- with
--   __window_rows:
--     aggregate by __time = truncate(month, time(orders.created_at)): __value = sum(orders.amount)
--       filter orders.created_at < <"2024-04-08 00:00:00.000">
--         scan orders
--   __series:
--     series __series.start: truncate(month, <"2024-01-01 00:00:00.000">) to <"2024-02-29 23:59:59.999"> by 1 month
--   __buckets:
--     project start, end = start + 1 month - 1 millisecond
--       as starts
--         project start
--           read __series as __series
--   limit 10000
--     sort orders__created_at__month
--       project orders__created_at__month, orders__so_far = orders.so_far
--         as combined
--           project orders__created_at__month = __buckets.start, orders.so_far = running.__value
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

-- $1 = "2024-04-08 00:00:00.000"
-- $2 = "2024-01-01 00:00:00.000"
-- $3 = "2024-02-29 23:59:59.999"
WITH "__window_rows" AS (
  SELECT coalesce(make_timestamp(year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE)), 1, 0, 0, 0.0), CASE WHEN isinf(CAST("orders".created_at AS DATE)) THEN CAST("orders".created_at AS DATE) END) AS "__time",
    sum("orders".amount) AS "__value"
  FROM orders AS "orders"
  WHERE "orders".created_at < CAST($1 AS DATE)
  GROUP BY year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE)), CASE WHEN isinf(CAST("orders".created_at AS DATE)) THEN CAST("orders".created_at AS DATE) END
),
"__series" AS (
  SELECT "start"
  FROM generate_series(date_trunc('month', CAST(CAST($2 AS TIMESTAMP) AS DATE)), CAST($3 AS TIMESTAMP), to_months(1)) AS moments("start")
),
"__buckets" AS (
  SELECT "start",
    "start" + to_months(1) - to_milliseconds(1) AS "end"
  FROM (
    SELECT "start"
    FROM "__series" AS "__series"
  ) AS "starts"
)
SELECT "orders__created_at__month",
  "orders.so_far" AS "orders__so_far"
FROM (
  SELECT "__buckets"."start" AS "orders__created_at__month",
    "running"."__value" AS "orders.so_far"
  FROM "__buckets"
  LEFT JOIN (
    SELECT "start",
      "__value"
    FROM (
      SELECT "start",
        sum("__value") OVER (ORDER BY "__time" ASC, "__order" ASC ROWS UNBOUNDED PRECEDING) AS "__value",
        sum(CASE WHEN "__order" = 1 THEN 1 ELSE 0 END) OVER (ORDER BY "__time" ASC, "__order" ASC ROWS UNBOUNDED PRECEDING) AS "__rows"
      FROM (
        SELECT NULL AS "start",
          "__time",
          1 AS "__order",
          "__value"
        FROM "__window_rows" UNION ALL
        SELECT "__buckets"."start" AS "start",
          "__buckets"."end" AS "__time",
          2 AS "__order",
          NULL AS "__value"
        FROM "__buckets"
      ) AS "line"
    ) AS "runs"
    WHERE "start" IS NOT NULL
      AND "__rows" > 0
  ) AS "running" ON "__buckets"."start" = "running"."start"
) AS "combined"
ORDER BY "orders__created_at__month" ASC
LIMIT 10000;
-- orders__created_at__month | orders__so_far
-- 2024-01-01 00:00:00       | 210
-- 2024-02-01 00:00:00       | 210
