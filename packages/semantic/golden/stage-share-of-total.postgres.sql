-- Made by `npm run golden` from stage-share-of-total.yml.

-- with
--   __part_0:
--     aggregate by orders__country = orders.country: orders.amount = sum(orders.amount)
--       filter in(orders.status, <"done">)
--         scan orders
--   __part_1:
--     project orders.total = orders.amount
--       as inner_stage
--         aggregate: orders.amount = sum(orders.amount)
--           filter in(orders.status, <"done">)
--             scan orders
--   limit 10000
--     sort orders__country
--       project orders__country, orders__amount = orders.amount, orders__share = 100.0 * orders.amount / orders.total
--         as combined
--           project orders__country = spine.orders__country, orders.amount = spine.orders.amount, orders.total = __part_1.orders.total
--             cross join
--               read __part_0 as spine
--               read __part_1

-- $1 = "done"
-- $2 = "done"
WITH "__part_0" AS (
  SELECT "orders".country AS "orders__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  WHERE "orders".status = $1
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders.amount" AS "orders.total"
  FROM (
    SELECT sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE "orders".status = $2
  ) AS "inner_stage"
)
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  100.0 * "orders.amount" / "orders.total" AS "orders__share"
FROM (
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "__part_1"."orders.total" AS "orders.total"
  FROM "__part_0" AS "spine"
  CROSS JOIN "__part_1"
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__share
-- DE              | 150            | 88.2352941176470588
-- FR              | 20             | 11.7647058823529412
