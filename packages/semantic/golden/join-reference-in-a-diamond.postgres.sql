-- Made by `npm run golden` from join-reference-in-a-diamond.yml.

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
