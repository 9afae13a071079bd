-- Made by `npm run golden` from stage-group-by.yml.

-- with
--   __part_0:
--     aggregate by orders__country = orders.country, orders__status = orders.status: orders.average = avg(orders.amount)
--       scan orders
--   __part_1:
--     project orders__country, orders.of_country = orders.average
--       as inner_stage
--         aggregate by orders__country = orders.country: orders.average = avg(orders.amount)
--           scan orders
--   limit 10000
--     sort orders__country, orders__status
--       project orders__country, orders__status, orders__average = orders.average, orders__of_country = orders.of_country
--         as combined
--           project orders__country = spine.orders__country, orders__status = spine.orders__status, orders.average = spine.orders.average, orders.of_country = __part_1.orders.of_country
--             left join on same(spine.orders__country, __part_1.orders__country)
--               read __part_0 as spine
--               read __part_1

WITH "__part_0" AS (
  SELECT "orders".country AS "orders__country",
    "orders".status AS "orders__status",
    avg("orders".amount) AS "orders.average"
  FROM orders AS "orders"
  GROUP BY 1, 2
),
"__part_1" AS (
  SELECT "orders__country",
    "orders.average" AS "orders.of_country"
  FROM (
    SELECT "orders".country AS "orders__country",
      avg("orders".amount) AS "orders.average"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "inner_stage"
)
SELECT "orders__country",
  "orders__status",
  "orders.average" AS "orders__average",
  "orders.of_country" AS "orders__of_country"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders__status" AS "orders__status",
    "spine"."orders.average" AS "orders.average",
    "__part_1"."orders.of_country" AS "orders.of_country"
  FROM "__part_0" AS "spine"
  LEFT JOIN "__part_1" ON "spine"."orders__country" IS NOT DISTINCT FROM "__part_1"."orders__country"
) AS "combined"
ORDER BY "orders__country" ASC, "orders__status" ASC
LIMIT 10000;
-- orders__country | orders__status | orders__average | orders__of_country
-- DE              | done           | 75              | 60
-- DE              | open           | 30              | 60
-- FR              | done           | 20              | 15
-- FR              | open           | 10              | 15
