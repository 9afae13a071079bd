-- Made by `npm run golden` from stage-in-a-fan-out.yml.

-- with
--   __part_0:
--     aggregate by items__category = __keys.items__category: orders.amount = sum(__keys.__value_0)
--       as __keys
--         distinct items__category = items.category, __key_0 = orders.id, __value_0 = orders.amount
--           filter items.category is not null
--             inner join on orders.id = items.order_id
--               scan orders
--               scan items
--   __part_1:
--     project orders.total = orders.amount
--       as inner_stage
--         aggregate: orders.amount = sum(orders.amount)
--           semi join on orders.id = __key_0
--             scan orders
--             project __key_0 = items.order_id
--               filter items.category is not null
--                 scan items
--   limit 10000
--     sort items__category
--       project items__category, orders__amount = orders.amount, orders__share = 100.0 * orders.amount / orders.total
--         as combined
--           project items__category = spine.items__category, orders.amount = spine.orders.amount, orders.total = __part_1.orders.total
--             cross join
--               read __part_0 as spine
--               read __part_1

WITH "__part_0" AS (
  SELECT "__keys"."items__category" AS "items__category",
    sum("__keys"."__value_0") AS "orders.amount"
  FROM (
    SELECT DISTINCT "items".category AS "items__category",
      "orders".id AS "__key_0",
      "orders".amount AS "__value_0"
    FROM orders AS "orders"
    JOIN items AS "items" ON "orders".id = "items".order_id
    WHERE "items".category IS NOT NULL
  ) AS "__keys"
  GROUP BY 1
),
"__part_1" AS (
  SELECT "orders.amount" AS "orders.total"
  FROM (
    SELECT sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE "orders".id IN (
      SELECT "items".order_id AS "__key_0"
      FROM items AS "items"
      WHERE "items".category IS NOT NULL
    )
  ) AS "inner_stage"
)
SELECT "items__category",
  "orders.amount" AS "orders__amount",
  100.0 * "orders.amount" / "orders.total" AS "orders__share"
FROM (
  SELECT "spine"."items__category" AS "items__category",
    "spine"."orders.amount" AS "orders.amount",
    "__part_1"."orders.total" AS "orders.total"
  FROM "__part_0" AS "spine"
  CROSS JOIN "__part_1"
) AS "combined"
ORDER BY "items__category" ASC
LIMIT 10000;
-- items__category | orders__amount | orders__share
-- books           | 180            | 90.0000000000000000
-- games           | 120            | 60.0000000000000000
