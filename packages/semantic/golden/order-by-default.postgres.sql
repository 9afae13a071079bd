-- Made by `npm run golden` from order-by-default.yml.

-- limit 10000
--   sort customers__credit desc, customers__name
--     aggregate by customers__name = customers.name: customers__credit = sum(customers.credit), customers__count = count(customers.id)
--       scan customers

SELECT "customers".name AS "customers__name",
  sum("customers".credit) AS "customers__credit",
  count("customers".id) AS "customers__count"
FROM customers AS "customers"
GROUP BY 1
ORDER BY "customers__credit" DESC, "customers__name" ASC
LIMIT 10000;
-- customers__name | customers__credit | customers__count
-- Ada             | 100               | 1
-- Ben             | 50                | 1
-- Cid             | 10                | 1
