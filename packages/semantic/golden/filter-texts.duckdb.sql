-- Made by `npm run golden` from filter-texts.yml.

-- limit 10000
--   sort customers__name
--     aggregate by customers__name = customers.name
--       filter (matches(text(customers.name), <"%A%">) or matches(text(customers.name), <"%50\\%%">)) and ((not(matches(text(customers.country), <"f%">)) and not(matches(text(customers.country), <"u%">))) or customers.country is null) and (not(matches(text(customers.name), <"%\\_">)) and customers.name is not null)
--         scan customers

-- $1 = "%A%"
-- $2 = "%50\\%%"
-- $3 = "f%"
-- $4 = "u%"
-- $5 = "%\\_"
SELECT "customers".name AS "customers__name"
FROM customers AS "customers"
WHERE (CAST("customers".name AS VARCHAR) ILIKE CAST($1 AS VARCHAR) ESCAPE '\' OR CAST("customers".name AS VARCHAR) ILIKE CAST($2 AS VARCHAR) ESCAPE '\')
  AND ((NOT (CAST("customers".country AS VARCHAR) ILIKE CAST($3 AS VARCHAR) ESCAPE '\') AND NOT (CAST("customers".country AS VARCHAR) ILIKE CAST($4 AS VARCHAR) ESCAPE '\')) OR "customers".country IS NULL)
  AND (NOT (CAST("customers".name AS VARCHAR) ILIKE CAST($5 AS VARCHAR) ESCAPE '\') AND "customers".name IS NOT NULL)
GROUP BY 1
ORDER BY "customers__name" ASC
LIMIT 10000;
-- customers__name
-- Ada
