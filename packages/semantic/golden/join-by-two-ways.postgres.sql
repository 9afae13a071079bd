-- Made by `npm run golden` from join-by-two-ways.yml.

-- limit 10000
--   sort customers__label, countries__name
--     aggregate by customers__label = customers.name || ', ' || countries@customers.name, countries__name = countries.name: orders__amount = sum(orders.amount)
--       left join on customers.country_id = countries@customers.id
--         left join on orders.country_id = countries.id
--           left join on orders.customer_id = customers.id
--             scan orders
--             scan customers
--           scan countries
--         scan countries@customers

SELECT "customers".name || ', ' || "countries@customers".name AS "customers__label",
  "countries".name AS "countries__name",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
LEFT JOIN countries AS "countries" ON "orders".country_id = "countries".id
LEFT JOIN countries AS "countries@customers" ON "customers".country_id = "countries@customers".id
GROUP BY 1, 2
ORDER BY "customers__label" ASC, "countries__name" ASC
LIMIT 10000;
-- customers__label | countries__name | orders__amount
-- Ada, Austria     | Austria         | 30
-- Ada, Austria     | Brazil          | 100
-- Ben, Brazil      | Brazil          | 20
