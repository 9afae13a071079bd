-- Made by `npm run golden` from segments.yml.

SELECT count("customers".id) AS "customers__count"
FROM customers AS "customers"
WHERE ("customers".country = 'DE' OR "customers".country = 'FR')
  AND ("customers".credit >= 100);
-- customers__count
-- 1
