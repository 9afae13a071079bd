-- Made by `npm run golden` from window-in-a-zone.yml.

-- $1 = "2023-12-21 23:00:00.000"
-- $2 = "2024-01-06 23:00:00.001"
-- $3 = "2023-12-30 00:00:00.000"
-- $4 = "2024-01-01 23:59:59.999"
SELECT "orders__created_at__day",
  "orders.moving" AS "orders__moving"
FROM (
  WITH "window_rows" AS (
    SELECT CAST(CAST("__time" AS DATE) AS TIMESTAMP) AS "__time",
      sum("__value") AS "__value"
    FROM (
      SELECT timezone('Europe/Berlin', timezone('UTC', CAST("orders".created_at AS TIMESTAMP))) AS "__time",
        "orders".amount AS "__value"
      FROM orders AS "orders"
      WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
        AND "orders".created_at < CAST($2 AS TIMESTAMP)
    ) AS "single_rows"
    GROUP BY CAST("__time" AS DATE)
  ),
  "buckets" AS (
    SELECT "start",
      "start" + to_days(1) - to_milliseconds(1) AS "end"
    FROM (
      SELECT "start"
      FROM generate_series(date_trunc('day', CAST($3 AS TIMESTAMP)), CAST($4 AS TIMESTAMP), to_days(1)) AS "series"("start")
      WHERE timezone('Europe/Berlin', timezone('Europe/Berlin', "start")) = "start" OR timezone('Europe/Berlin', timezone('Europe/Berlin', "start" + to_days(1) - to_milliseconds(1))) = "start" + to_days(1) - to_milliseconds(1)
    ) AS "starts"
  )
  SELECT "buckets"."start" AS "orders__created_at__day",
    sum("window_rows"."__value") AS "orders.moving"
  FROM "buckets"
  LEFT JOIN "window_rows" ON "window_rows"."__time" >= "buckets"."end" - to_days(2) + to_milliseconds(1) AND "window_rows"."__time" < "buckets"."end" + to_milliseconds(1)
  GROUP BY 1
) AS "combined"
ORDER BY "orders__created_at__day" ASC
LIMIT 10000;
-- orders__created_at__day | orders__moving
-- 2023-12-30 00:00:00     | null
-- 2023-12-31 00:00:00     | 10
-- 2024-01-01 00:00:00     | 110
