-- Made by `npm run golden` from stage-beside-window.yml.

-- with
--   __part_0:
--     aggregate by orders__created_at__day = truncate(day, time(orders.created_at)): orders.amount = sum(orders.amount)
--       filter orders.created_at >= <"2024-01-01 00:00:00.000"> and orders.created_at < <"2024-01-06 00:00:00.000">
--         scan orders
--   __window_rows:
--     aggregate by __time = truncate(day, time(orders.created_at)): __value = sum(orders.amount)
--       filter orders.created_at < <"2024-01-12 00:00:00.000">
--         scan orders
--   __series:
--     series __series.start: truncate(day, <"2024-01-01 00:00:00.000">) to <"2024-01-05 23:59:59.999"> by 1 day
--   __buckets:
--     project start, end = start + 1 day - 1 millisecond
--       as starts
--         project start
--           read __series as __series
--   __part_1:
--     project orders__created_at__day = __buckets.start, orders.so_far = running.__value
--       left join on __buckets.start = running.start
--         read __buckets
--         as running
--           project start, __value
--             filter start is not null and __rows > 0
--               as runs
--                 project start, __value = over(__value, __time, __order), __rows = over(case(__order = 1, 1, 0), __time, __order)
--                   as line
--                     union
--                       project start = null, __time, __order = 1, __value
--                         read __window_rows
--                       project start = __buckets.start, __time = __buckets.end, __order = 2, __value = null
--                         read __buckets
--   __part_2:
--     project orders.total = orders.amount
--       as inner_stage
--         aggregate: orders.amount = sum(orders.amount)
--           filter orders.created_at >= <"2024-01-01 00:00:00.000"> and orders.created_at < <"2024-01-06 00:00:00.000">
--             scan orders
--   limit 10000
--     sort orders__created_at__day
--       project orders__created_at__day, orders__so_far = orders.so_far, orders__share = 100.0 * orders.amount / orders.total
--         as combined
--           project orders__created_at__day = spine.orders__created_at__day, orders.amount = spine.orders.amount, orders.so_far = spine.orders.so_far, orders.total = __part_2.orders.total
--             cross join
--               as spine
--                 aggregate by orders__created_at__day: orders.amount = any_value(orders.amount), orders.so_far = any_value(orders.so_far)
--                   as united
--                     union
--                       project orders__created_at__day, orders.amount, orders.so_far = null
--                         read __part_0
--                       project orders__created_at__day, orders.amount = null, orders.so_far
--                         read __part_1
--               read __part_2

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-01-06 00:00:00.000"
-- $3 = "2024-01-12 00:00:00.000"
-- $4 = "2024-01-01 00:00:00.000"
-- $5 = "2024-01-05 23:59:59.999"
-- $6 = "2024-01-01 00:00:00.000"
-- $7 = "2024-01-06 00:00:00.000"
WITH "__part_0" AS (
  SELECT date_trunc('day', CAST("orders".created_at AS TIMESTAMP)) AS "orders__created_at__day",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
    AND "orders".created_at < CAST($2 AS TIMESTAMP)
  GROUP BY 1
),
"__window_rows" AS (
  SELECT date_trunc('day', CAST("orders".created_at AS TIMESTAMP)) AS "__time",
    sum("orders".amount) AS "__value"
  FROM orders AS "orders"
  WHERE "orders".created_at < CAST($3 AS TIMESTAMP)
  GROUP BY 1
),
"__series" AS (
  SELECT "start"
  FROM generate_series(date_trunc('day', CAST($4 AS TIMESTAMP)), CAST($5 AS TIMESTAMP), INTERVAL '1 days') AS moments("start")
),
"__buckets" AS (
  SELECT "start",
    "start" + INTERVAL '1 days' - INTERVAL '1 milliseconds' AS "end"
  FROM (
    SELECT "start"
    FROM "__series" AS "__series"
  ) AS "starts"
),
"__part_1" AS (
  SELECT "__buckets"."start" AS "orders__created_at__day",
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
),
"__part_2" AS (
  SELECT "orders.amount" AS "orders.total"
  FROM (
    SELECT sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE "orders".created_at >= CAST($6 AS TIMESTAMP)
      AND "orders".created_at < CAST($7 AS TIMESTAMP)
  ) AS "inner_stage"
)
SELECT "orders__created_at__day",
  "orders.so_far" AS "orders__so_far",
  100.0 * "orders.amount" / "orders.total" AS "orders__share"
FROM (
  SELECT "spine"."orders__created_at__day" AS "orders__created_at__day",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.so_far" AS "orders.so_far",
    "__part_2"."orders.total" AS "orders.total"
  FROM (
    SELECT "orders__created_at__day",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("orders.so_far") FILTER (WHERE "orders.so_far" IS NOT NULL))[1] AS "orders.so_far"
    FROM (
      SELECT "orders__created_at__day",
        "orders.amount",
        (
        SELECT "orders.so_far"
        FROM "__part_1"
        WHERE false
      ) AS "orders.so_far"
      FROM "__part_0" UNION ALL
      SELECT "orders__created_at__day",
        (
        SELECT "orders.amount"
        FROM "__part_0"
        WHERE false
      ) AS "orders.amount",
        "orders.so_far"
      FROM "__part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
  CROSS JOIN "__part_2"
) AS "combined"
ORDER BY "orders__created_at__day" ASC
LIMIT 10000;
-- orders__created_at__day | orders__so_far | orders__share
-- 2024-01-01 00:00:00     | 110            | 50.0000000000000000
-- 2024-01-02 00:00:00     | 140            | 15.0000000000000000
-- 2024-01-03 00:00:00     | 140            | null
-- 2024-01-04 00:00:00     | 160            | 10.0000000000000000
-- 2024-01-05 00:00:00     | 210            | 25.0000000000000000
