-- Made by `npm run golden` from fan-out-count.yml.

-- limit 10000
--   sort items__category
--     aggregate by items__category = items.category: orders__count = count_distinct(orders.id)
--       left join on orders.id = items.order_id
--         scan orders
--         scan items

SELECT "items".category AS "items__category",
  count(DISTINCT "orders".id) AS "orders__count"
FROM orders AS "orders"
LEFT JOIN items AS "items" ON "orders".id = "items".order_id
GROUP BY 1
ORDER BY "items__category" ASC
LIMIT 10000;
-- items__category | orders__count
-- books           | 2
-- games           | 2
-- null            | 1
