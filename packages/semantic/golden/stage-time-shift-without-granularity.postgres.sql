-- Made by `npm run golden` from stage-time-shift-without-granularity.yml.

-- with
--   __part_0:
--     project orders.amount, orders.shipped_last_year = orders.amount
--       as inner_stage
--         aggregate: orders.amount = sum(orders.amount)
--           filter orders.created_at >= <"2024-01-01 00:00:00.000"> and orders.created_at < <"2024-03-01 00:00:00.000">
--             scan orders
--   __part_1:
--     project orders.last_year = orders.amount
--       as inner_stage
--         aggregate: orders.amount = sum(orders.amount)
--           filter time(orders.created_at) + 1 year >= <"2024-01-01 00:00:00.000"> and time(orders.created_at) + 1 year < <"2024-03-01 00:00:00.000">
--             scan orders
--   limit 10000
--     project orders__amount = orders.amount, orders__last_year = orders.last_year, orders__shipped_last_year = orders.shipped_last_year
--       as combined
--         project orders.amount = __part_0.orders.amount, orders.shipped_last_year = __part_0.orders.shipped_last_year, orders.last_year = __part_1.orders.last_year
--           cross join
--             read __part_0
--             read __part_1

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-03-01 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-03-01 00:00:00.000"
WITH "__part_0" AS (
  SELECT "orders.amount",
    "orders.amount" AS "orders.shipped_last_year"
  FROM (
    SELECT sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
      AND "orders".created_at < CAST($2 AS TIMESTAMP)
  ) AS "inner_stage"
),
"__part_1" AS (
  SELECT "orders.amount" AS "orders.last_year"
  FROM (
    SELECT sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE CAST("orders".created_at AS TIMESTAMP) + INTERVAL '1 years' >= CAST($3 AS TIMESTAMP)
      AND CAST("orders".created_at AS TIMESTAMP) + INTERVAL '1 years' < CAST($4 AS TIMESTAMP)
  ) AS "inner_stage"
)
SELECT "orders.amount" AS "orders__amount",
  "orders.last_year" AS "orders__last_year",
  "orders.shipped_last_year" AS "orders__shipped_last_year"
FROM (
  SELECT "__part_0"."orders.amount" AS "orders.amount",
    "__part_0"."orders.shipped_last_year" AS "orders.shipped_last_year",
    "__part_1"."orders.last_year" AS "orders.last_year"
  FROM "__part_0"
  CROSS JOIN "__part_1"
) AS "combined"
LIMIT 10000;
-- orders__amount | orders__last_year | orders__shipped_last_year
-- 240            | 30                | 240
