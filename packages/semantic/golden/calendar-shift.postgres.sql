-- Made by `npm run golden` from calendar-shift.yml.

-- with
--   __part_0:
--     aggregate by dates__day__day = truncate(day, time(dates.day)): orders.amount = sum(orders.amount)
--       filter dates.day >= <"2024-01-01 00:00:00.000"> and dates.day < <"2024-02-01 00:00:00.000">
--         inner join on orders.ordered_on = dates.day
--           scan orders
--           scan dates
--   __part_1:
--     project dates__day__day, orders.last_year = orders.amount
--       as inner_stage
--         aggregate by dates__day__day = truncate(day, time(dates.day)): orders.amount = sum(orders.amount)
--           filter dates.day >= <"2024-01-01 00:00:00.000"> and dates.day < <"2024-02-01 00:00:00.000">
--             inner join on orders.ordered_on = dates.same_day_last_year
--               scan orders
--               scan dates
--   limit 10000
--     sort dates__day__day
--       project dates__day__day, orders__amount = orders.amount, orders__last_year = orders.last_year
--         as combined
--           project dates__day__day = spine.dates__day__day, orders.amount = spine.orders.amount, orders.last_year = spine.orders.last_year
--             as spine
--               aggregate by dates__day__day: orders.amount = any_value(orders.amount), orders.last_year = any_value(orders.last_year)
--                 as united
--                   union
--                     project dates__day__day, orders.amount, orders.last_year = null
--                       read __part_0
--                     project dates__day__day, orders.amount = null, orders.last_year
--                       read __part_1

-- $1 = "2024-01-01 00:00:00.000"
-- $2 = "2024-02-01 00:00:00.000"
-- $3 = "2024-01-01 00:00:00.000"
-- $4 = "2024-02-01 00:00:00.000"
WITH "__part_0" AS (
  SELECT date_trunc('day', CAST("dates".day AS TIMESTAMP)) AS "dates__day__day",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  JOIN dates AS "dates" ON "orders".ordered_on = "dates".day
  WHERE "dates".day >= CAST($1 AS TIMESTAMP)
    AND "dates".day < CAST($2 AS TIMESTAMP)
  GROUP BY 1
),
"__part_1" AS (
  SELECT "dates__day__day",
    "orders.amount" AS "orders.last_year"
  FROM (
    SELECT date_trunc('day', CAST("dates".day AS TIMESTAMP)) AS "dates__day__day",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    JOIN dates AS "dates" ON "orders".ordered_on = "dates".same_day_last_year
    WHERE "dates".day >= CAST($3 AS TIMESTAMP)
      AND "dates".day < CAST($4 AS TIMESTAMP)
    GROUP BY 1
  ) AS "inner_stage"
)
SELECT "dates__day__day",
  "orders.amount" AS "orders__amount",
  "orders.last_year" AS "orders__last_year"
FROM (
  SELECT "spine"."dates__day__day" AS "dates__day__day",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.last_year" AS "orders.last_year"
  FROM (
    SELECT "dates__day__day",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("orders.last_year") FILTER (WHERE "orders.last_year" IS NOT NULL))[1] AS "orders.last_year"
    FROM (
      SELECT "dates__day__day",
        "orders.amount",
        (
        SELECT "orders.last_year"
        FROM "__part_1"
        WHERE false
      ) AS "orders.last_year"
      FROM "__part_0" UNION ALL
      SELECT "dates__day__day",
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
ORDER BY "dates__day__day" ASC
LIMIT 10000;
-- dates__day__day     | orders__amount | orders__last_year
-- 2024-01-01 00:00:00 | 10             | 1
-- 2024-01-02 00:00:00 | null           | 2
-- 2024-01-28 00:00:00 | 20             | null
-- 2024-01-29 00:00:00 | 40             | 4
