-- Made by `npm run golden` from join-root-is-the-cube-that-reaches-all.yml.

-- limit 10000
--   sort customers__name
--     aggregate by customers__name = customers.name: items__quantity = sum(orders.items.quantity)
--       left join on customers.id = orders.__key_0
--         scan customers
--         as orders
--           aggregate by __key_0 = orders.customer_id: items.quantity = sum(items.items.quantity)
--             left join on orders.id = items.__key_0
--               scan orders
--               as items
--                 aggregate by __key_0 = items.order_id: items.quantity = sum(items.quantity)
--                   scan items

SELECT "customers".name AS "customers__name",
  sum("orders"."items.quantity") AS "items__quantity"
FROM customers AS "customers"
LEFT JOIN (
  SELECT "orders".customer_id AS "__key_0",
    sum("items"."items.quantity") AS "items.quantity"
  FROM orders AS "orders"
  LEFT JOIN (
    SELECT "items".order_id AS "__key_0",
      sum("items".quantity) AS "items.quantity"
    FROM (
      SELECT *
      FROM items
      WHERE quantity > 1
    ) AS "items"
    GROUP BY 1
  ) AS "items" ON "orders".id = "items"."__key_0"
  GROUP BY 1
) AS "orders" ON "customers".id = "orders"."__key_0"
GROUP BY 1
ORDER BY "customers__name" ASC
LIMIT 10000;
-- customers__name | items__quantity
-- Ada             | 5
-- Ben             | 4
-- Cid             | null
