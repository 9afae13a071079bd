-- Made by `npm run golden` from filter-on-an-expression.yml.

-- limit 10000
--   sort customers__name, customers__is_near
--     aggregate by customers__name = customers.name, customers__is_near = customers.country = 'DE' OR customers.country = 'FR'
--       filter in(customers.country = 'DE' OR customers.country = 'FR', <"false">)
--         scan customers

-- $1 = "false"
SELECT "customers".name AS "customers__name",
  "customers".country = 'DE' OR "customers".country = 'FR' AS "customers__is_near"
FROM customers AS "customers"
WHERE ("customers".country = 'DE' OR "customers".country = 'FR') = CAST($1 AS BOOLEAN)
GROUP BY 1, 2
ORDER BY "customers__name" ASC, "customers__is_near" ASC
LIMIT 10000;
-- customers__name | customers__is_near
-- Cid             | false
