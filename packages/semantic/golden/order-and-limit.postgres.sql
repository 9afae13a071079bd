-- Made by `npm run golden` from order-and-limit.yml.

SELECT "customers".name AS "customers__name",
  sum("customers".credit) AS "customers__credit"
FROM customers AS "customers"
GROUP BY 1
ORDER BY "customers__credit" ASC, "customers__name" DESC
LIMIT 1 OFFSET 1;
-- customers__name | customers__credit
-- Ben             | 50
