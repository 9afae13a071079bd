-- Made by `npm run golden` from policy-without-attribute.yml.

SELECT count("customers".id) AS "customers__count"
FROM customers AS "customers"
WHERE 1 = 0;
-- customers__count
-- 0
