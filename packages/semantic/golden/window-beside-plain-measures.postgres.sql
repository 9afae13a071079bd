-- Made by `npm run golden` from window-beside-plain-measures.yml.

-- with
--   __part_0:
--     aggregate by orders__created_at__day = truncate(day, time(orders.created_at)): orders.amount = sum(orders.amount)
--       filter orders.created_at >= <"2024-01-01 00:00:00.000"> and orders.created_at < <"2024-01-06 00:00:00.000">
--         scan orders
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
--   __part_1:
--     aggregate by orders__created_at__day = __buckets.start: orders.moving = sum(__window_rows.__value)
--       left join on (__window_rows.__time >= __buckets.end - 2 day + 1 millisecond and __window_rows.__time < __buckets.end + 1 millisecond)
--         read __buckets
--         read __window_rows
--   limit 10000
--     sort orders__created_at__day
--       project orders__created_at__day, orders__amount = orders.amount, orders__moving = orders.moving
--         as combined
--           project orders__created_at__day = spine.orders__created_at__day, orders.amount = spine.orders.amount, orders.moving = spine.orders.moving
--             as spine
--               aggregate by orders__created_at__day: orders.amount = any_value(orders.amount), orders.moving = any_value(orders.moving)
--                 as united
--                   union
--                     project orders__created_at__day, orders.amount, orders.moving = null
--                       read __part_0
--                     project orders__created_at__day, orders.amount = null, orders.moving
--                       read __part_1

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-01-06 00:00:00.000"
-- $3 = "2023-12-24 00:00:00.000"
-- $4 = "2024-01-12 00:00:00.000"
-- $5 = "2024-01-01 00:00:00.000"
-- $6 = "2024-01-05 23:59:59.999"
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
  WHERE "orders".created_at >= CAST($3 AS TIMESTAMP)
    AND "orders".created_at < CAST($4 AS TIMESTAMP)
  GROUP BY 1
),
"__series" AS (
  SELECT "start"
  FROM generate_series(date_trunc('day', CAST($5 AS TIMESTAMP)), CAST($6 AS TIMESTAMP), INTERVAL '1 days') AS moments("start")
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
    sum("__window_rows"."__value") AS "orders.moving"
  FROM "__buckets"
  LEFT JOIN "__window_rows" ON "__window_rows"."__time" >= "__buckets"."end" - INTERVAL '2 days' + INTERVAL '1 milliseconds' AND "__window_rows"."__time" < "__buckets"."end" + INTERVAL '1 milliseconds'
  GROUP BY 1
)
SELECT "orders__created_at__day",
  "orders.amount" AS "orders__amount",
  "orders.moving" AS "orders__moving"
FROM (
  SELECT "spine"."orders__created_at__day" AS "orders__created_at__day",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.moving" AS "orders.moving"
  FROM (
    SELECT "orders__created_at__day",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("orders.moving") FILTER (WHERE "orders.moving" IS NOT NULL))[1] AS "orders.moving"
    FROM (
      SELECT "orders__created_at__day",
        "orders.amount",
        (
        SELECT "orders.moving"
        FROM "__part_1"
        WHERE false
      ) AS "orders.moving"
      FROM "__part_0" UNION ALL
      SELECT "orders__created_at__day",
        (
        SELECT "orders.amount"
        FROM "__part_0"
        WHERE false
      ) AS "orders.amount",
        "orders.moving"
      FROM "__part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
ORDER BY "orders__created_at__day" ASC
LIMIT 10000;
-- orders__created_at__day | orders__amount | orders__moving
-- 2024-01-01 00:00:00     | 100            | 100
-- 2024-01-02 00:00:00     | 30             | 130
-- 2024-01-03 00:00:00     | null           | 30
-- 2024-01-04 00:00:00     | 20             | 20
-- 2024-01-05 00:00:00     | 50             | 70
