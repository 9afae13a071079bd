-- Made by `npm run golden` from stage-filter-relative.yml.

-- with
--   __part_0:
--     aggregate by orders__country = orders.country
--       filter in(orders.country, <"DE">) and in(orders.status, <"done">)
--         scan orders
--   __part_1:
--     project orders__country, orders.anything = orders.any_status
--       as inner_stage
--         project orders__country, orders.any_status = orders.amount
--           as inner_stage
--             aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--               scan orders
--   limit 10000
--     sort orders__country
--       project orders__country, orders__anything = orders.anything
--         as combined
--           project orders__country = spine.orders__country, orders.anything = __part_1.orders.anything
--             left join on same(spine.orders__country, __part_1.orders__country)
--               read __part_0 as spine
--               read __part_1

-- $1 = "DE"
-- $2 = "done"
WITH "__part_0" AS (
  SELECT "orders".country AS "orders__country"
  FROM orders AS "orders"
  WHERE "orders".country = $1
    AND "orders".status = $2
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders__country",
    "orders.any_status" AS "orders.anything"
  FROM (
    SELECT "orders__country",
      "orders.amount" AS "orders.any_status"
    FROM (
      SELECT "orders".country AS "orders__country",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      GROUP BY 1
    ) AS "inner_stage"
  ) AS "inner_stage"
)
SELECT "orders__country",
  "orders.anything" AS "orders__anything"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "__part_1"."orders.anything" AS "orders.anything"
  FROM "__part_0" AS "spine"
  LEFT JOIN "__part_1" ON ARRAY["spine"."orders__country"] = ARRAY["__part_1"."orders__country"]
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__anything
-- DE              | 180
