-- Made by `npm run golden` from segments.yml.

-- aggregate: customers__count = count(customers.id)
--   filter customers.country = 'DE' OR customers.country = 'FR' and customers.credit >= 100
--     scan customers

SELECT count("customers".id) AS "customers__count"
FROM customers AS "customers"
WHERE ("customers".country = 'DE' OR "customers".country = 'FR')
  AND ("customers".credit >= 100);
-- customers__count
-- 1
