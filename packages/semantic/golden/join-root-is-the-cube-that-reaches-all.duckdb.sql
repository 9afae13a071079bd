-- Made by `npm run golden` from join-root-is-the-cube-that-reaches-all.yml.

-- limit 10000
--   sort customers__name
--     aggregate by customers__name = customers.name: items__quantity = sum(items.quantity)
--       left join on orders.id = items.order_id
--         left join on customers.id = orders.customer_id
--           scan customers
--           scan orders
--         scan items

SELECT "customers".name AS "customers__name",
  sum("items".quantity) AS "items__quantity"
FROM customers AS "customers"
LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
LEFT JOIN (
  SELECT *
  FROM items
  WHERE quantity > 1
) AS "items" ON "orders".id = "items".order_id
GROUP BY 1
ORDER BY "customers__name" ASC
LIMIT 10000;
-- customers__name | items__quantity
-- Ada             | 5
-- Ben             | 4
-- Cid             | null
