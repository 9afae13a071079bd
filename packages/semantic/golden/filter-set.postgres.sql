-- Made by `npm run golden` from filter-set.yml.

-- limit 10000
--   sort customers__name
--     aggregate by customers__name = customers.name
--       filter customers.name is not null and customers.country is null
--         scan customers

SELECT "customers".name AS "customers__name"
FROM customers AS "customers"
WHERE "customers".name IS NOT NULL
  AND "customers".country IS NULL
GROUP BY 1
ORDER BY "customers__name" ASC
LIMIT 10000;
-- customers__name
-- Cid
