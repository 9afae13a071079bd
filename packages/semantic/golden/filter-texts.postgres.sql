-- Made by `npm run golden` from filter-texts.yml.

-- $1 = "%A%"
-- $2 = "%50\\%%"
-- $3 = "f%"
-- $4 = "u%"
-- $5 = "%\\_"
SELECT "customers".name AS "customers__name"
FROM customers AS "customers"
WHERE (CAST("customers".name AS TEXT) ILIKE $1 ESCAPE '\' OR CAST("customers".name AS TEXT) ILIKE $2 ESCAPE '\')
  AND ((NOT (CAST("customers".country AS TEXT) ILIKE $3 ESCAPE '\') AND NOT (CAST("customers".country AS TEXT) ILIKE $4 ESCAPE '\')) OR "customers".country IS NULL)
  AND (NOT (CAST("customers".name AS TEXT) ILIKE $5 ESCAPE '\') AND "customers".name IS NOT NULL)
GROUP BY 1
ORDER BY "customers__name" ASC
LIMIT 10000;
-- customers__name
-- Ada
