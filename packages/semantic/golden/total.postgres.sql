-- Made by `npm run golden` from total.yml.

-- limit 1
--   sort customers__credit desc, customers__name
--     aggregate by customers__name = customers.name: customers__credit = sum(customers.credit) having compare-number(sum(customers.credit))
--       scan customers

-- $1 = "10"
SELECT "customers".name AS "customers__name",
  sum("customers".credit) AS "customers__credit"
FROM customers AS "customers"
GROUP BY 1
HAVING sum("customers".credit) > CAST($1 AS BIGINT)
ORDER BY "customers__credit" DESC, "customers__name" ASC
LIMIT 1;
-- customers__name | customers__credit
-- Ada             | 100

-- $1 = "10"
SELECT count(*) AS "total"
FROM (
  SELECT "customers".name AS "customers__name",
    sum("customers".credit) AS "customers__credit"
  FROM customers AS "customers"
  GROUP BY 1
  HAVING sum("customers".credit) > CAST($1 AS BIGINT)
) AS "counted";
-- total
-- 2
