-- Made by `npm run golden` from window-multiplied.yml.

-- $1 = "2023-12-24 00:00:00.000"
-- $2 = "2024-01-08 00:00:00.001"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-02 23:59:59.999"
SELECT "items__category",
  "orders__created_at__day",
  "orders.moving" AS "orders__moving"
FROM (
  WITH "window_rows" AS (
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
  "buckets" AS (
    SELECT "start",
      "start" + INTERVAL '1 days' - INTERVAL '1 milliseconds' AS "end"
    FROM (
      SELECT "start"
      FROM generate_series(date_trunc('day', CAST($3 AS TIMESTAMP)), CAST($4 AS TIMESTAMP), INTERVAL '1 days') AS "series"("start")
    ) AS "starts"
  )
  SELECT "window_rows"."items__category" AS "items__category",
    "buckets"."start" AS "orders__created_at__day",
    sum("window_rows"."__value") AS "orders.moving"
  FROM "buckets"
  LEFT JOIN "window_rows" ON "window_rows"."__time" >= "buckets"."end" - INTERVAL '2 days' + INTERVAL '1 milliseconds' AND "window_rows"."__time" < "buckets"."end" + INTERVAL '1 milliseconds'
  GROUP BY 1, 2
) AS "combined"
ORDER BY "orders__created_at__day" ASC, "items__category" ASC
LIMIT 10000;
-- items__category | orders__created_at__day | orders__moving
-- books           | 2024-01-01 00:00:00     | 100
-- games           | 2024-01-01 00:00:00     | 100
-- books           | 2024-01-02 00:00:00     | 130
-- games           | 2024-01-02 00:00:00     | 100
