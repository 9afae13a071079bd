-- Made by `npm run golden` from order-and-limit.yml.

-- limit 1 offset 1
--   sort customers__credit, customers__name desc
--     aggregate by customers__name = customers.name: customers__credit = sum(customers.credit)
--       scan customers

SELECT "customers".name AS "customers__name",
  sum("customers".credit) AS "customers__credit"
FROM customers AS "customers"
GROUP BY 1
ORDER BY "customers__credit" ASC, "customers__name" DESC
LIMIT 1 OFFSET 1;
-- customers__name | customers__credit
-- Ben             | 50
