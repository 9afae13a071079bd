-- Made by `npm run golden` from filter-equality.yml.

-- aggregate: customers__count = count(customers.id)
--   filter (in(customers.country, <"DE">) or customers.country is null) and is-not-true(in(customers.country, <"FR">)) and (is-not-true(in(customers.name, <"Ben">)) and customers.name is not null) and in(customers.name, <"Ada">)
--     scan customers

-- $1 = "DE"
-- $2 = "FR"
-- $3 = "Ben"
-- $4 = "Ada"
SELECT count("customers".id) AS "customers__count"
FROM customers AS "customers"
WHERE ("customers".country = $1 OR "customers".country IS NULL)
  AND ("customers".country = $2) IS NOT TRUE
  AND (("customers".name = $3) IS NOT TRUE AND "customers".name IS NOT NULL)
  AND "customers".name = $4;
-- customers__count
-- 1
