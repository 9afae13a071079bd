-- Made by `npm run golden` from stage-time-shift-of-window.yml.

-- with
--   __window_rows:
--     aggregate by __time = truncate(month, time(orders.created_at)): __value = sum(orders.amount)
--       filter orders.created_at >= <"2022-10-18 00:00:00.000"> and orders.created_at < <"2024-05-09 00:00:00.000">
--         scan orders
--   __series:
--     series __series.start: truncate(month, <"2024-01-01 00:00:00.000">) to <"2024-03-31 23:59:59.999"> by 1 month
--   __buckets:
--     project start, end = start + 1 month - 1 millisecond
--       as starts
--         project start
--           read __series as __series
--   __part_0:
--     project orders__created_at__month = __buckets.start, orders.this_year = running.__value
--       left join on __buckets.start = running.start
--         read __buckets
--         as running
--           project start, __value
--             filter start is not null and __rows > 0
--               as runs
--                 project start, __value = over(__value, __period, __time, __order), __rows = over(case(__order = 1, 1, 0), __period, __time, __order)
--                   as line
--                     union
--                       project start = null, __time, __order = 1, __value, __period = truncate(year, __time)
--                         read __window_rows
--                       project start = __buckets.start, __time = __buckets.end, __order = 2, __value = null, __period = truncate(year, __buckets.start)
--                         read __buckets
--   __window_rows_1:
--     aggregate by __time = truncate(month, time(orders.created_at) + 1 year): __value = sum(orders.amount)
--       filter time(orders.created_at) + 1 year >= <"2022-10-18 00:00:00.000"> and time(orders.created_at) + 1 year < <"2024-05-09 00:00:00.000">
--         scan orders
--   __series_1:
--     series __series.start: truncate(month, <"2024-01-01 00:00:00.000">) to <"2024-03-31 23:59:59.999"> by 1 month
--   __buckets_1:
--     project start, end = start + 1 month - 1 millisecond
--       as starts
--         project start
--           read __series_1 as __series
--   __part_1:
--     project orders__created_at__month, orders.last_year = orders.this_year
--       as inner_stage
--         project orders__created_at__month = __buckets.start, orders.this_year = running.__value
--           left join on __buckets.start = running.start
--             read __buckets_1 as __buckets
--             as running
--               project start, __value
--                 filter start is not null and __rows > 0
--                   as runs
--                     project start, __value = over(__value, __period, __time, __order), __rows = over(case(__order = 1, 1, 0), __period, __time, __order)
--                       as line
--                         union
--                           project start = null, __time, __order = 1, __value, __period = truncate(year, __time)
--                             read __window_rows_1 as __window_rows
--                           project start = __buckets.start, __time = __buckets.end, __order = 2, __value = null, __period = truncate(year, __buckets.start)
--                             read __buckets_1 as __buckets
--   limit 10000
--     sort orders__created_at__month
--       project orders__created_at__month, orders__this_year = orders.this_year, orders__last_year = orders.last_year
--         as combined
--           project orders__created_at__month = spine.orders__created_at__month, orders.this_year = spine.orders.this_year, orders.last_year = spine.orders.last_year
--             as spine
--               aggregate by orders__created_at__month: orders.this_year = any_value(orders.this_year), orders.last_year = any_value(orders.last_year)
--                 as united
--                   union
--                     project orders__created_at__month, orders.this_year, orders.last_year = null
--                       read __part_0
--                     project orders__created_at__month, orders.this_year = null, orders.last_year
--                       read __part_1

-- $1 = "2022-10-18 00:00:00.000"
-- $2 = "2024-05-09 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-03-31 23:59:59.999"
-- $5 = "2022-10-18 00:00:00.000"
-- $6 = "2024-05-09 00:00:00.000"
-- $7 = "2024-01-01 00:00:00.000"
-- $8 = "2024-03-31 23:59:59.999"
WITH "__window_rows" AS (
  SELECT coalesce(make_timestamp(year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE)), 1, 0, 0, 0.0), CASE WHEN isinf(CAST("orders".created_at AS DATE)) THEN CAST("orders".created_at AS DATE) END) AS "__time",
    sum("orders".amount) AS "__value"
  FROM orders AS "orders"
  WHERE "orders".created_at >= CAST($1 AS DATE)
    AND "orders".created_at < CAST($2 AS DATE)
  GROUP BY year(CAST("orders".created_at AS DATE)), month(CAST("orders".created_at AS DATE)), CASE WHEN isinf(CAST("orders".created_at AS DATE)) THEN CAST("orders".created_at AS DATE) END
),
"__series" AS (
  SELECT "start"
  FROM generate_series(date_trunc('month', CAST(CAST($3 AS TIMESTAMP) AS DATE)), CAST($4 AS TIMESTAMP), to_months(1)) AS moments("start")
),
"__buckets" AS (
  SELECT "start",
    "start" + to_months(1) - to_milliseconds(1) AS "end"
  FROM (
    SELECT "start"
    FROM "__series" AS "__series"
  ) AS "starts"
),
"__part_0" AS (
  SELECT "__buckets"."start" AS "orders__created_at__month",
    "running"."__value" AS "orders.this_year"
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
          date_trunc('year', CAST("__time" AS DATE)) AS "__period"
        FROM "__window_rows" UNION ALL
        SELECT "__buckets"."start" AS "start",
          "__buckets"."end" AS "__time",
          2 AS "__order",
          NULL AS "__value",
          date_trunc('year', CAST("__buckets"."start" AS DATE)) AS "__period"
        FROM "__buckets"
      ) AS "line"
    ) AS "runs"
    WHERE "start" IS NOT NULL
      AND "__rows" > 0
  ) AS "running" ON "__buckets"."start" = "running"."start"
),
"__window_rows_1" AS (
  SELECT date_trunc('month', CAST(CAST("orders".created_at AS TIMESTAMP) + to_years(1) AS DATE)) AS "__time",
    sum("orders".amount) AS "__value"
  FROM orders AS "orders"
  WHERE CAST("orders".created_at AS TIMESTAMP) + to_years(1) >= CAST($5 AS DATE)
    AND CAST("orders".created_at AS TIMESTAMP) + to_years(1) < CAST($6 AS DATE)
  GROUP BY 1
),
"__series_1" AS (
  SELECT "start"
  FROM generate_series(date_trunc('month', CAST(CAST($7 AS TIMESTAMP) AS DATE)), CAST($8 AS TIMESTAMP), to_months(1)) AS moments("start")
),
"__buckets_1" AS (
  SELECT "start",
    "start" + to_months(1) - to_milliseconds(1) AS "end"
  FROM (
    SELECT "start"
    FROM "__series_1" AS "__series"
  ) AS "starts"
),
"__part_1" AS (
  SELECT "orders__created_at__month",
    "orders.this_year" AS "orders.last_year"
  FROM (
    SELECT "__buckets"."start" AS "orders__created_at__month",
      "running"."__value" AS "orders.this_year"
    FROM "__buckets_1" AS "__buckets"
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
            date_trunc('year', CAST("__time" AS DATE)) AS "__period"
          FROM "__window_rows_1" AS "__window_rows" UNION ALL
          SELECT "__buckets"."start" AS "start",
            "__buckets"."end" AS "__time",
            2 AS "__order",
            NULL AS "__value",
            date_trunc('year', CAST("__buckets"."start" AS DATE)) AS "__period"
          FROM "__buckets_1" AS "__buckets"
        ) AS "line"
      ) AS "runs"
      WHERE "start" IS NOT NULL
        AND "__rows" > 0
    ) AS "running" ON "__buckets"."start" = "running"."start"
  ) AS "inner_stage"
)
SELECT "orders__created_at__month",
  "orders.this_year" AS "orders__this_year",
  "orders.last_year" AS "orders__last_year"
FROM (
  SELECT "spine"."orders__created_at__month" AS "orders__created_at__month",
    "spine"."orders.this_year" AS "orders.this_year",
    "spine"."orders.last_year" AS "orders.last_year"
  FROM (
    SELECT "orders__created_at__month",
      any_value("orders.this_year") AS "orders.this_year",
      any_value("orders.last_year") AS "orders.last_year"
    FROM (
      SELECT "orders__created_at__month",
        "orders.this_year",
        NULL AS "orders.last_year"
      FROM "__part_0" UNION ALL
      SELECT "orders__created_at__month",
        NULL AS "orders.this_year",
        "orders.last_year"
      FROM "__part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
ORDER BY "orders__created_at__month" ASC
LIMIT 10000;
-- orders__created_at__month | orders__this_year | orders__last_year
-- 2024-01-01 00:00:00       | 80                | 10
-- 2024-02-01 00:00:00       | 240               | 30
-- 2024-03-01 00:00:00       | 560               | 30
