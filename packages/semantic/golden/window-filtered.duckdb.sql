-- Made by `npm run golden` from window-filtered.yml.

-- limit 10000
--   sort orders__created_at__day
--     project orders__created_at__day, orders__done = orders.done
--       as combined
--         with
--           window_rows:
--             aggregate by __time = truncate(day, __time): __value = sum(__value)
--               as single_rows
--                 project __time = time(orders.created_at), __value = case(orders.status = 'done', orders.amount)
--                   filter orders.created_at < <"2024-01-11 00:00:00.001"> and in(orders.country, <"DE">)
--                     scan orders
--           buckets:
--             project start, end = start + 1 day - 1 millisecond
--               as starts
--                 project start
--                   series series.start: truncate(day, <"2024-01-01 00:00:00.000">) to <"2024-01-05 23:59:59.999"> by 1 day
--           aggregate by orders__created_at__day = buckets.start: orders.done = sum(window_rows.__value)
--             left join on window_rows.__time < buckets.end + 1 millisecond
--               read buckets
--               read window_rows

-- $1 = "2024-01-11 00:00:00.001"
-- $2 = "DE"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-05 23:59:59.999"
SELECT "orders__created_at__day",
  "orders.done" AS "orders__done"
FROM (
  WITH "window_rows" AS (
    SELECT CAST(CAST("__time" AS DATE) AS TIMESTAMP) AS "__time",
      sum("__value") AS "__value"
    FROM (
      SELECT CAST("orders".created_at AS TIMESTAMP) AS "__time",
        CASE WHEN "orders".status = 'done' THEN "orders".amount END AS "__value"
      FROM orders AS "orders"
      WHERE "orders".created_at < CAST($1 AS TIMESTAMP)
        AND "orders".country = CAST($2 AS VARCHAR)
    ) AS "single_rows"
    GROUP BY CAST("__time" AS DATE)
  ),
  "buckets" AS (
    SELECT "start",
      "start" + to_days(1) - to_milliseconds(1) AS "end"
    FROM (
      SELECT "start"
      FROM generate_series(date_trunc('day', CAST($3 AS TIMESTAMP)), CAST($4 AS TIMESTAMP), to_days(1)) AS "series"("start")
    ) AS "starts"
  )
  SELECT "buckets"."start" AS "orders__created_at__day",
    sum("window_rows"."__value") AS "orders.done"
  FROM "buckets"
  LEFT JOIN "window_rows" ON "window_rows"."__time" < "buckets"."end" + to_milliseconds(1)
  GROUP BY 1
) AS "combined"
ORDER BY "orders__created_at__day" ASC
LIMIT 10000;
-- orders__created_at__day | orders__done
-- 2024-01-01 00:00:00     | 100
-- 2024-01-02 00:00:00     | 100
-- 2024-01-03 00:00:00     | 100
-- 2024-01-04 00:00:00     | 100
-- 2024-01-05 00:00:00     | 150
