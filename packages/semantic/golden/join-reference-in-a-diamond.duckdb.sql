-- Made by `npm run golden` from join-reference-in-a-diamond.yml.

-- limit 10000
--   sort customers__label
--     aggregate by customers__label = customers.name || ', ' || countries.name: orders__amount = sum(orders.amount)
--       left join on customers.country_id = countries.id
--         left join on orders.customer_id = customers.id
--           scan orders
--           scan customers
--         scan countries

SELECT "customers".name || ', ' || "countries".name AS "customers__label",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
LEFT JOIN countries AS "countries" ON "customers".country_id = "countries".id
GROUP BY 1
ORDER BY "customers__label" ASC
LIMIT 10000;
-- customers__label | orders__amount
-- Ada, Austria     | 130
-- Ben, Brazil      | 20
