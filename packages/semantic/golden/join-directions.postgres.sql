-- Made by `npm run golden` from join-directions.yml.

-- limit 10000
--   sort accounts__plan
--     aggregate by accounts__plan = accounts.plan: orders__count = count(orders.id), orders__amount = sum(orders.amount)
--       left join on customers.id = accounts.customer_id
--         left join on orders.customer_id = customers.id
--           scan orders
--           scan customers
--         scan accounts

SELECT "accounts".plan AS "accounts__plan",
  count("orders".id) AS "orders__count",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
LEFT JOIN accounts AS "accounts" ON "customers".id = "accounts".customer_id
GROUP BY 1
ORDER BY "accounts__plan" ASC
LIMIT 10000;
-- accounts__plan | orders__count | orders__amount
-- basic          | 1             | 20
-- gold           | 2             | 130
-- null           | 1             | 5
