-- Made by `npm run golden` from filter-on-measure-of-another-part.yml.

-- $1 = "100"
WITH "part_0" AS (
  SELECT "customers".name AS "customers__name",
    sum("orders".amount) AS "orders.amount"
  FROM customers AS "customers"
  LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
  GROUP BY 1
),
"part_1" AS (
  SELECT "__keys"."customers__name" AS "customers__name",
    sum("customers".credit) AS "customers.credit"
  FROM (
    SELECT DISTINCT "customers".name AS "customers__name",
      "customers".id AS "__key_0"
    FROM customers AS "customers"
    LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
  ) AS "__keys"
  LEFT JOIN customers AS "customers" ON "__keys"."__key_0" = "customers".id
  GROUP BY 1
)
SELECT "part_0"."customers__name" AS "customers__name",
  "part_0"."orders.amount" AS "orders__amount"
FROM "part_0"
LEFT JOIN "part_1" ON ARRAY["part_0"."customers__name"] = ARRAY["part_1"."customers__name"]
WHERE "part_1"."customers.credit" >= CAST($1 AS BIGINT)
ORDER BY "orders__amount" DESC
LIMIT 10000;
-- customers__name | orders__amount
-- Ada             | 130
