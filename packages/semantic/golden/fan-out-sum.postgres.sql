-- Made by `npm run golden` from fan-out-sum.yml.

-- limit 10000
--   sort orders__amount desc, items__category
--     aggregate by items__category = __keys.items__category: orders__amount = sum(__keys.__value_0)
--       as __keys
--         distinct items__category = items.category, __key_0 = orders.id, __value_0 = orders.amount
--           left join on orders.id = items.order_id
--             scan orders
--             scan items

SELECT "__keys"."items__category" AS "items__category",
  sum("__keys"."__value_0") AS "orders__amount"
FROM (
  SELECT DISTINCT "items".category AS "items__category",
    "orders".id AS "__key_0",
    "orders".amount AS "__value_0"
  FROM orders AS "orders"
  LEFT JOIN items AS "items" ON "orders".id = "items".order_id
) AS "__keys"
GROUP BY 1
ORDER BY "orders__amount" DESC, "items__category" ASC
LIMIT 10000;
-- items__category | orders__amount
-- books           | 130
-- games           | 120
-- null            | 5
