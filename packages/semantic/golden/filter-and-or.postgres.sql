-- Made by `npm run golden` from filter-and-or.yml.

-- limit 10000
--   sort customers__name
--     aggregate by customers__name = customers.name
--       filter (customers.country is null or (in(customers.country, <"DE">) and finds(text(customers.name)))) and customers.name is not null
--         scan customers

-- $1 = "DE"
-- $2 = "a%"
SELECT "customers".name AS "customers__name"
FROM customers AS "customers"
WHERE ("customers".country IS NULL OR ("customers".country = $1 AND CAST("customers".name AS TEXT) ILIKE CAST($2 AS TEXT) ESCAPE '\'))
  AND "customers".name IS NOT NULL
GROUP BY 1
ORDER BY "customers__name" ASC
LIMIT 10000;
-- customers__name
-- Ada
-- Cid
