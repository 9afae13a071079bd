-- Made by `npm run golden` from stage-time-shift-growth.yml.

-- with
--   __part_0:
--     aggregate by orders__created_at__month = truncate(month, time(orders.created_at)): orders.amount = sum(orders.amount)
--       filter orders.created_at >= <"2024-01-01 00:00:00.000"> and orders.created_at < <"2024-04-01 00:00:00.000">
--         scan orders
--   __part_1:
--     project orders__created_at__month, orders.last_year = orders.amount
--       as inner_stage
--         aggregate by orders__created_at__month = truncate(month, time(orders.created_at) + 1 year): orders.amount = sum(orders.amount)
--           filter time(orders.created_at) + 1 year >= <"2024-01-01 00:00:00.000"> and time(orders.created_at) + 1 year < <"2024-04-01 00:00:00.000">
--             scan orders
--   limit 10000
--     sort orders__created_at__month
--       project orders__created_at__month, orders__amount = orders.amount, orders__last_year = orders.last_year, orders__growth = orders.amount - orders.last_year
--         as combined
--           project orders__created_at__month = spine.orders__created_at__month, orders.amount = spine.orders.amount, orders.last_year = spine.orders.last_year
--             as spine
--               aggregate by orders__created_at__month: orders.amount = any_value(orders.amount), orders.last_year = any_value(orders.last_year)
--                 as united
--                   union
--                     project orders__created_at__month, orders.amount, orders.last_year = null
--                       read __part_0
--                     project orders__created_at__month, orders.amount = null, orders.last_year
--                       read __part_1

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-04-01 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-04-01 00:00:00.000"
WITH "__part_0" AS (
  SELECT date_trunc('month', CAST("orders".created_at AS TIMESTAMP)) AS "orders__created_at__month",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  WHERE "orders".created_at >= CAST($1 AS TIMESTAMP)
    AND "orders".created_at < CAST($2 AS TIMESTAMP)
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders__created_at__month",
    "orders.amount" AS "orders.last_year"
  FROM (
    SELECT date_trunc('month', CAST("orders".created_at AS TIMESTAMP) + INTERVAL '1 years') AS "orders__created_at__month",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE CAST("orders".created_at AS TIMESTAMP) + INTERVAL '1 years' >= CAST($3 AS TIMESTAMP)
      AND CAST("orders".created_at AS TIMESTAMP) + INTERVAL '1 years' < CAST($4 AS TIMESTAMP)
    GROUP BY 1
  ) AS "inner_stage"
)
SELECT "orders__created_at__month",
  "orders.amount" AS "orders__amount",
  "orders.last_year" AS "orders__last_year",
  "orders.amount" - "orders.last_year" AS "orders__growth"
FROM (
  SELECT "spine"."orders__created_at__month" AS "orders__created_at__month",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.last_year" AS "orders.last_year"
  FROM (
    SELECT "orders__created_at__month",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("orders.last_year") FILTER (WHERE "orders.last_year" IS NOT NULL))[1] AS "orders.last_year"
    FROM (
      SELECT "orders__created_at__month",
        "orders.amount",
        (
        SELECT "orders.last_year"
        FROM "__part_1"
        WHERE false
      ) AS "orders.last_year"
      FROM "__part_0" UNION ALL
      SELECT "orders__created_at__month",
        (
        SELECT "orders.amount"
        FROM "__part_0"
        WHERE false
      ) AS "orders.amount",
        "orders.last_year"
      FROM "__part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
ORDER BY "orders__created_at__month" ASC
LIMIT 10000;
-- orders__created_at__month | orders__amount | orders__last_year | orders__growth
-- 2024-01-01 00:00:00       | 80             | 10                | 70
-- 2024-02-01 00:00:00       | 160            | 20                | 140
-- 2024-03-01 00:00:00       | 320            | null              | null
