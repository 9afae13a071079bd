-- Made by `npm run golden` from stage-reduce-by.yml.

-- with
--   __part_0:
--     aggregate by orders__country = orders.country, orders__status = orders.status: orders.amount = sum(orders.amount)
--       scan orders
--   __part_1:
--     project orders__country, orders.of_all_statuses = orders.amount
--       as inner_stage
--         aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--           scan orders
--   limit 10000
--     sort orders__country, orders__status
--       project orders__country, orders__status, orders__amount = orders.amount, orders__of_all_statuses = orders.of_all_statuses
--         as combined
--           project orders__country = spine.orders__country, orders__status = spine.orders__status, orders.amount = spine.orders.amount, orders.of_all_statuses = __part_1.orders.of_all_statuses
--             left join on same(spine.orders__country, __part_1.orders__country)
--               read __part_0 as spine
--               read __part_1

WITH "__part_0" AS (
  SELECT "orders".country AS "orders__country",
    "orders".status AS "orders__status",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  GROUP BY 1, 2
),
"__part_1" AS (
  SELECT "orders__country",
    "orders.amount" AS "orders.of_all_statuses"
  FROM (
    SELECT "orders".country AS "orders__country",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "inner_stage"
)
SELECT "orders__country",
  "orders__status",
  "orders.amount" AS "orders__amount",
  "orders.of_all_statuses" AS "orders__of_all_statuses"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders__status" AS "orders__status",
    "spine"."orders.amount" AS "orders.amount",
    "__part_1"."orders.of_all_statuses" AS "orders.of_all_statuses"
  FROM "__part_0" AS "spine"
  LEFT JOIN "__part_1" ON ARRAY["spine"."orders__country"] = ARRAY["__part_1"."orders__country"]
) AS "combined"
ORDER BY "orders__country" ASC, "orders__status" ASC
LIMIT 10000;
-- orders__country | orders__status | orders__amount | orders__of_all_statuses
-- DE              | done           | 150            | 180
-- DE              | open           | 30             | 180
-- FR              | done           | 20             | 30
-- FR              | open           | 10             | 30
