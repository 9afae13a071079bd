-- Made by `npm run golden` from stage-filter-include.yml.

-- with
--   __part_0:
--     aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--       filter in(orders.country, <"DE">) and in(orders.status, <"done">)
--         scan orders
--   __part_1:
--     project orders__country, orders.open = orders.amount
--       as inner_stage
--         aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--           filter in(orders.country, <"DE">) and in(orders.status, <"open">)
--             scan orders
--   limit 10000
--     sort orders__amount desc, orders__country
--       project orders__country, orders__amount = orders.amount, orders__open = orders.open
--         as combined
--           project orders__country = spine.orders__country, orders.amount = spine.orders.amount, orders.open = __part_1.orders.open
--             left join on same(spine.orders__country, __part_1.orders__country)
--               read __part_0 as spine
--               read __part_1

-- $1 = "DE"
-- $2 = "done"
-- $3 = "DE"
-- $4 = "open"
WITH "__part_0" AS (
  SELECT "orders".country AS "orders__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  WHERE "orders".country = $1
    AND "orders".status = $2
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders__country",
    "orders.amount" AS "orders.open"
  FROM (
    SELECT "orders".country AS "orders__country",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE "orders".country = $3
      AND "orders".status = $4
    GROUP BY 1
  ) AS "inner_stage"
)
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.open" AS "orders__open"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "__part_1"."orders.open" AS "orders.open"
  FROM "__part_0" AS "spine"
  LEFT JOIN "__part_1" ON ARRAY["spine"."orders__country"] = ARRAY["__part_1"."orders__country"]
) AS "combined"
ORDER BY "orders__amount" DESC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__open
-- DE              | 150            | 30
