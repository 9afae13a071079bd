-- Made by `npm run golden` from filter-texts.yml.

-- limit 10000
--   sort customers__name
--     aggregate by customers__name = customers.name
--       filter (finds(text(customers.name)) or finds(text(customers.name))) and ((not(finds(text(customers.country))) and not(finds(text(customers.country)))) or customers.country is null) and (not(finds(text(customers.name))) and customers.name is not null)
--         scan customers

-- $1 = "A"
-- $2 = "50%"
-- $3 = "f"
-- $4 = "u"
-- $5 = "_"
SELECT "customers".name AS "customers__name"
FROM customers AS "customers"
WHERE (contains(lower(CAST("customers".name AS VARCHAR)), lower(CAST($1 AS VARCHAR))) OR contains(lower(CAST("customers".name AS VARCHAR)), lower(CAST($2 AS VARCHAR))))
  AND ((NOT (starts_with(lower(CAST("customers".country AS VARCHAR)), lower(CAST($3 AS VARCHAR)))) AND NOT (starts_with(lower(CAST("customers".country AS VARCHAR)), lower(CAST($4 AS VARCHAR))))) OR "customers".country IS NULL)
  AND (NOT (suffix(lower(CAST("customers".name AS VARCHAR)), lower(CAST($5 AS VARCHAR)))) AND "customers".name IS NOT NULL)
GROUP BY 1
ORDER BY "customers__name" ASC
LIMIT 10000;
-- customers__name
-- Ada
