-- Made by `npm run golden` from window-without-granularity.yml.

-- with
--   __window_rows:
--     project orders__country = orders.country, __time = time(orders.created_at), __value = orders.amount
--       filter orders.created_at >= <"2023-12-25 00:00:00.000"> and orders.created_at < <"2024-01-10 00:00:00.000">
--         scan orders
--   __buckets:
--     project start = <"2024-01-01 00:00:00.000">, end = <"2024-01-05 23:59:59.999">
--       one row
--   limit 10000
--     sort orders__moving desc, orders__country
--       project orders__country, orders__moving = orders.moving
--         as combined
--           aggregate by orders__country = __window_rows.orders__country: orders.moving = sum(__window_rows.__value)
--             left join on (__window_rows.__time >= __buckets.end - 2 day + 1 millisecond and __window_rows.__time < __buckets.end + 1 millisecond)
--               read __buckets
--               read __window_rows

-- $1 = "2023-12-25 00:00:00.000"
-- $2 = "2024-01-10 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-01-05 23:59:59.999"
WITH "__window_rows" AS (
  SELECT "orders".country AS "orders__country",
    CAST("orders".created_at AS TIMESTAMP) AS "__time",
    "orders".amount AS "__value"
  FROM orders AS "orders"
  WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
    AND "orders".created_at < CAST($2 AS TIMESTAMP)
),
"__buckets" AS (
  SELECT CAST($3 AS TIMESTAMP) AS "start",
    CAST($4 AS TIMESTAMP) AS "end"
)
SELECT "orders__country",
  "orders.moving" AS "orders__moving"
FROM (
  SELECT "__window_rows"."orders__country" AS "orders__country",
    sum("__window_rows"."__value") AS "orders.moving"
  FROM "__buckets"
  LEFT JOIN "__window_rows" ON "__window_rows"."__time" >= "__buckets"."end" - INTERVAL '2 days' + INTERVAL '1 milliseconds' AND "__window_rows"."__time" < "__buckets"."end" + INTERVAL '1 milliseconds'
  GROUP BY 1
) AS "combined"
ORDER BY "orders__moving" DESC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__moving
-- DE              | 50
-- FR              | 20
