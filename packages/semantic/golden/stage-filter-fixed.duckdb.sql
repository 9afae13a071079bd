-- Made by `npm run golden` from stage-filter-fixed.yml.

-- with
--   __part_0:
--     aggregate by orders__country = orders.country
--       filter in(orders.country, <"DE">) and in(orders.status, <"done">)
--         scan orders
--   __part_1:
--     project orders__country, orders.outer = orders.any_status
--       as inner_stage
--         project orders__country, orders.any_status = orders.amount
--           as inner_stage
--             aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--               filter in(orders.country, <"DE">)
--                 scan orders
--   limit 10000
--     sort orders__outer desc, orders__country
--       project orders__country, orders__outer = orders.outer
--         as combined
--           project orders__country = spine.orders__country, orders.outer = __part_1.orders.outer
--             left join on same(spine.orders__country, __part_1.orders__country)
--               read __part_0 as spine
--               read __part_1

-- $1 = "DE"
-- $2 = "done"
-- $3 = "DE"
WITH "__part_0" AS (
  SELECT "orders".country AS "orders__country"
  FROM orders AS "orders"
  WHERE "orders".country = CAST($1 AS VARCHAR)
    AND "orders".status = CAST($2 AS VARCHAR)
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders__country",
    "orders.any_status" AS "orders.outer"
  FROM (
    SELECT "orders__country",
      "orders.amount" AS "orders.any_status"
    FROM (
      SELECT "orders".country AS "orders__country",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      WHERE "orders".country = CAST($3 AS VARCHAR)
      GROUP BY 1
    ) AS "inner_stage"
  ) AS "inner_stage"
)
SELECT "orders__country",
  "orders.outer" AS "orders__outer"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "__part_1"."orders.outer" AS "orders.outer"
  FROM "__part_0" AS "spine"
  LEFT JOIN "__part_1" ON "spine"."orders__country" IS NOT DISTINCT FROM "__part_1"."orders__country"
) AS "combined"
ORDER BY "orders__outer" DESC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__outer
-- DE              | 180
