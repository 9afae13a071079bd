-- Made by `npm run golden` from policy-without-attribute.yml.

-- aggregate: customers__count = count(customers.id)
--   filter false
--     scan customers

SELECT count("customers".id) AS "customers__count"
FROM customers AS "customers"
WHERE 1 = 0;
-- customers__count
-- 0
