-- Made by `npm run golden` from measure-over-joined-cubes.yml.

WITH "part_0" AS (
  SELECT "customers".country AS "customers__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
  GROUP BY 1
),
"part_1" AS (
  SELECT "__keys"."customers__country" AS "customers__country",
    sum("customers".credit) AS "customers.credit"
  FROM (
    SELECT DISTINCT "customers".country AS "customers__country",
      "customers".id AS "__key_0"
    FROM orders AS "orders"
    LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
  ) AS "__keys"
  LEFT JOIN customers AS "customers" ON "__keys"."__key_0" = "customers".id
  GROUP BY 1
)
SELECT "part_0"."customers__country" AS "customers__country",
  "part_0"."orders.amount" / "part_1"."customers.credit" AS "orders__amount_per_credit"
FROM "part_0"
LEFT JOIN "part_1" ON ARRAY["part_0"."customers__country"] = ARRAY["part_1"."customers__country"]
ORDER BY "customers__country" ASC
LIMIT 10000;
-- customers__country | orders__amount_per_credit
-- DE                 | 1
-- FR                 | 0
-- null               | null
