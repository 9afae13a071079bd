-- Made by `npm run golden` from join-condition-over-a-third-cube.yml.

-- limit 10000
--   sort orders__kind
--     aggregate by orders__kind = orders.kind: orders__count = count(orders.id), orders__worth = sum(prices.price)
--       left join on orders.kind = prices.kind AND customers.plan = prices.plan
--         left join on orders.customer_id = customers.id
--           scan orders
--           scan customers
--         scan prices

SELECT "orders".kind AS "orders__kind",
  count("orders".id) AS "orders__count",
  sum("prices".price) AS "orders__worth"
FROM orders AS "orders"
LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
LEFT JOIN prices AS "prices" ON "orders".kind = "prices".kind AND "customers".plan = "prices".plan
GROUP BY 1
ORDER BY "orders__kind" ASC
LIMIT 10000;
-- orders__kind | orders__count | orders__worth
-- books        | 2             | 14
-- games        | 2             | 4
