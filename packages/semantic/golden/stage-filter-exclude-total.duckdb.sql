-- Made by `npm run golden` from stage-filter-exclude-total.yml.

-- with
--   __part_0:
--     aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--       filter in(orders.country, <"DE">) and in(orders.status, <"done">)
--         scan orders
--   __part_1:
--     project orders.everywhere = orders.amount
--       as inner_stage
--         aggregate: orders.amount = sum(orders.amount)
--           filter in(orders.status, <"done">)
--             scan orders
--   limit 10000
--     sort orders__amount desc, orders__country
--       project orders__country, orders__amount = orders.amount, orders__everywhere = orders.everywhere, orders__share = 100.0 * orders.amount / orders.everywhere
--         as combined
--           project orders__country = spine.orders__country, orders.amount = spine.orders.amount, orders.everywhere = __part_1.orders.everywhere
--             cross join
--               read __part_0 as spine
--               read __part_1

-- $1 = "DE"
-- $2 = "done"
-- $3 = "done"
WITH "__part_0" AS (
  SELECT "orders".country AS "orders__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  WHERE "orders".country = CAST($1 AS VARCHAR)
    AND "orders".status = CAST($2 AS VARCHAR)
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders.amount" AS "orders.everywhere"
  FROM (
    SELECT sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE "orders".status = CAST($3 AS VARCHAR)
  ) AS "inner_stage"
)
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.everywhere" AS "orders__everywhere",
  100.0 * "orders.amount" / "orders.everywhere" AS "orders__share"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "__part_1"."orders.everywhere" AS "orders.everywhere"
  FROM "__part_0" AS "spine"
  CROSS JOIN "__part_1"
) AS "combined"
ORDER BY "orders__amount" DESC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__everywhere | orders__share
-- DE              | 150            | 170                | 88.23529411764706
