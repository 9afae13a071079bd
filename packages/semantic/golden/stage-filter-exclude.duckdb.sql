-- Made by `npm run golden` from stage-filter-exclude.yml.

-- with
--   __part_0:
--     aggregate by orders__customer_id = orders.customer_id: orders.amount = sum(orders.amount)
--       filter in(orders.status, <"open">)
--         scan orders
--   __part_1:
--     project orders__customer_id, orders.of_any_status = orders.amount
--       as inner_stage
--         aggregate by orders__customer_id = orders.customer_id: orders.amount = sum(orders.amount)
--           scan orders
--   limit 10000
--     sort orders__customer_id
--       project orders__customer_id, orders__amount = orders.amount, orders__of_any_status = orders.of_any_status
--         as combined
--           project orders__customer_id = spine.orders__customer_id, orders.amount = spine.orders.amount, orders.of_any_status = __part_1.orders.of_any_status
--             left join on same(spine.orders__customer_id, __part_1.orders__customer_id)
--               read __part_0 as spine
--               read __part_1

-- $1 = "open"
WITH "__part_0" AS (
  SELECT "orders".customer_id AS "orders__customer_id",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  WHERE "orders".status = CAST($1 AS VARCHAR)
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders__customer_id",
    "orders.amount" AS "orders.of_any_status"
  FROM (
    SELECT "orders".customer_id AS "orders__customer_id",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "inner_stage"
)
SELECT "orders__customer_id",
  "orders.amount" AS "orders__amount",
  "orders.of_any_status" AS "orders__of_any_status"
FROM (
  SELECT "spine"."orders__customer_id" AS "orders__customer_id",
    "spine"."orders.amount" AS "orders.amount",
    "__part_1"."orders.of_any_status" AS "orders.of_any_status"
  FROM "__part_0" AS "spine"
  LEFT JOIN "__part_1" ON "spine"."orders__customer_id" IS NOT DISTINCT FROM "__part_1"."orders__customer_id"
) AS "combined"
ORDER BY "orders__customer_id" ASC
LIMIT 10000;
-- orders__customer_id | orders__amount | orders__of_any_status
-- 7                   | 30             | 130
-- 9                   | 10             | 10
