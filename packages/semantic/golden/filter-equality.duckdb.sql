-- Made by `npm run golden` from filter-equality.yml.

-- $1 = "DE"
-- $2 = "FR"
-- $3 = "Ben"
-- $4 = "Ada"
SELECT count("customers".id) AS "customers__count"
FROM customers AS "customers"
WHERE ("customers".country = CAST($1 AS VARCHAR) OR "customers".country IS NULL)
  AND ("customers".country = CAST($2 AS VARCHAR)) IS NOT TRUE
  AND (("customers".name = CAST($3 AS VARCHAR)) IS NOT TRUE AND "customers".name IS NOT NULL)
  AND "customers".name = CAST($4 AS VARCHAR);
-- customers__count
-- 1
