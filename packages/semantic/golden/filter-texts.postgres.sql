-- Made by `npm run golden` from filter-texts.yml.

-- limit 10000
--   sort customers__name
--     aggregate by customers__name = customers.name
--       filter (finds(text(customers.name)) or finds(text(customers.name))) and ((not(finds(text(customers.country))) and not(finds(text(customers.country)))) or customers.country is null) and (not(finds(text(customers.name))) and customers.name is not null)
--         scan customers

-- $1 = "%A%"
-- $2 = "%50\\%%"
-- $3 = "f%"
-- $4 = "u%"
-- $5 = "%\\_"
SELECT "customers".name AS "customers__name"
FROM customers AS "customers"
WHERE (CAST("customers".name AS TEXT) ILIKE CAST($1 AS TEXT) ESCAPE '\' OR CAST("customers".name AS TEXT) ILIKE CAST($2 AS TEXT) ESCAPE '\')
  AND ((NOT (CAST("customers".country AS TEXT) ILIKE CAST($3 AS TEXT) ESCAPE '\') AND NOT (CAST("customers".country AS TEXT) ILIKE CAST($4 AS TEXT) ESCAPE '\')) OR "customers".country IS NULL)
  AND (NOT (CAST("customers".name AS TEXT) ILIKE CAST($5 AS TEXT) ESCAPE '\') AND "customers".name IS NOT NULL)
GROUP BY 1
ORDER BY "customers__name" ASC
LIMIT 10000;
-- customers__name
-- Ada
