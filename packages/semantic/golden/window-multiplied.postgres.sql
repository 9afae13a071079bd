-- Made by `npm run golden` from window-multiplied.yml.

-- with
--   __window_rows:
--     aggregate by items__category, __time = truncate(day, __time): __value = sum(__value)
--       as single_rows
--         project items__category = __keys.items__category, __time = __keys.__time, __value = __keys.__value_0
--           as __keys
--             distinct items__category = items.category, __time = time(orders.created_at), __key_0 = orders.id, __value_0 = orders.amount
--               filter orders.created_at >= <"2023-12-24 00:00:00.000"> and orders.created_at < <"2024-01-09 00:00:00.000">
--                 left join on orders.id = items.order_id
--                   scan orders
--                   scan items
--   __series:
--     series __series.start: truncate(day, <"2024-01-01 00:00:00.000">) to <"2024-01-02 23:59:59.999"> by 1 day
--   __buckets:
--     project start, end = start + 1 day - 1 millisecond
--       as starts
--         project start
--           read __series as __series
--   limit 10000
--     sort orders__created_at__day, items__category
--       project items__category, orders__created_at__day, orders__moving = orders.moving
--         as combined
--           aggregate by items__category = __window_rows.items__category, orders__created_at__day = __buckets.start: orders.moving = sum(__window_rows.__value)
--             left join on (__window_rows.__time >= __buckets.end - 2 day + 1 millisecond and __window_rows.__time < __buckets.end + 1 millisecond)
--               read __buckets
--               read __window_rows

-- $1 = "2023-12-24 00:00:00.000"
-- $2 = "2024-01-09 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-02 23:59:59.999"
WITH "__window_rows" AS (
  SELECT "items__category",
    date_trunc('day', "__time") AS "__time",
    sum("__value") AS "__value"
  FROM (
    SELECT "__keys"."items__category" AS "items__category",
      "__keys"."__time" AS "__time",
      "__keys"."__value_0" AS "__value"
    FROM (
      SELECT DISTINCT "items".category AS "items__category",
        CAST("orders".created_at AS TIMESTAMP) AS "__time",
        "orders".id AS "__key_0",
        "orders".amount AS "__value_0"
      FROM orders AS "orders"
      LEFT JOIN items AS "items" ON "orders".id = "items".order_id
      WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
        AND "orders".created_at < CAST($2 AS TIMESTAMP)
    ) AS "__keys"
  ) AS "single_rows"
  GROUP BY 1, 2
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
SELECT "items__category",
  "orders__created_at__day",
  "orders.moving" AS "orders__moving"
FROM (
  SELECT "__window_rows"."items__category" AS "items__category",
    "__buckets"."start" AS "orders__created_at__day",
    sum("__window_rows"."__value") AS "orders.moving"
  FROM "__buckets"
  LEFT JOIN "__window_rows" ON "__window_rows"."__time" >= "__buckets"."end" - INTERVAL '2 days' + INTERVAL '1 milliseconds' AND "__window_rows"."__time" < "__buckets"."end" + INTERVAL '1 milliseconds'
  GROUP BY 1, 2
) AS "combined"
ORDER BY "orders__created_at__day" ASC, "items__category" ASC
LIMIT 10000;
-- items__category | orders__created_at__day | orders__moving
-- books           | 2024-01-01 00:00:00     | 100
-- games           | 2024-01-01 00:00:00     | 100
-- books           | 2024-01-02 00:00:00     | 130
-- games           | 2024-01-02 00:00:00     | 100
