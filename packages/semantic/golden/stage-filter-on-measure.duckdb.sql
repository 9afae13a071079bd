-- Made by `npm run golden` from stage-filter-on-measure.yml.

-- with
--   __part_0:
--     aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--       scan orders
--   __part_1:
--     project orders.total = orders.amount
--       as inner_stage
--         aggregate: orders.amount = sum(orders.amount)
--           scan orders
--   limit 10000
--     sort orders__amount desc, orders__country
--       project orders__country, orders__amount = orders.amount, orders__total = orders.total
--         filter compare-number(orders.amount)
--           as combined
--             project orders__country = spine.orders__country, orders.amount = spine.orders.amount, orders.total = __part_1.orders.total
--               cross join
--                 read __part_0 as spine
--                 read __part_1

-- $1 = "50"
WITH "__part_0" AS (
  SELECT "orders".country AS "orders__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders.amount" AS "orders.total"
  FROM (
    SELECT sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
  ) AS "inner_stage"
)
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.total" AS "orders__total"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "__part_1"."orders.total" AS "orders.total"
  FROM "__part_0" AS "spine"
  CROSS JOIN "__part_1"
) AS "combined"
WHERE "orders.amount" > CAST($1 AS HUGEINT)
ORDER BY "orders__amount" DESC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__total
-- DE              | 180            | 210
