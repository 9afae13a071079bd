-- Made by `npm run golden` from policy-of-a-joined-cube.yml.

-- limit 10000
--   sort items__quantity desc, customers__name
--     aggregate by customers__name = customers.name: items__quantity = sum(items.quantity)
--       filter in(orders.status, <"done">)
--         left join on orders.id = items.order_id
--           inner join on customers.id = orders.customer_id
--             scan customers
--             scan orders
--           scan items

-- $1 = "done"
SELECT "customers".name AS "customers__name",
  sum("items".quantity) AS "items__quantity"
FROM customers AS "customers"
JOIN orders AS "orders" ON "customers".id = "orders".customer_id
LEFT JOIN items AS "items" ON "orders".id = "items".order_id
WHERE "orders".status = $1
GROUP BY 1
ORDER BY "items__quantity" DESC, "customers__name" ASC
LIMIT 10000;
-- customers__name | items__quantity
-- Ada             | 6
-- Ben             | 4
