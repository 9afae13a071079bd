-- Made by `npm run golden` from measure-filtered.yml.

-- limit 10000
--   sort orders__customer_id
--     aggregate by orders__customer_id = orders.customer_id: orders__large_done = count(orders.id) where orders.status = 'done' and orders.amount > 50, orders__open_amount = sum(orders.amount) where orders.status = 'open'
--       scan orders

SELECT "orders".customer_id AS "orders__customer_id",
  count("orders".id) FILTER (WHERE ("orders".status = 'done') AND ("orders".amount > 50)) AS "orders__large_done",
  sum("orders".amount) FILTER (WHERE ("orders".status = 'open')) AS "orders__open_amount"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__customer_id" ASC
LIMIT 10000;
-- orders__customer_id | orders__large_done | orders__open_amount
-- 7                   | 1                  | 30
-- 8                   | 0                  | null
-- null                | 0                  | null
