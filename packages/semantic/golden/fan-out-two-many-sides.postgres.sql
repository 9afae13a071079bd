-- Made by `npm run golden` from fan-out-two-many-sides.yml.

WITH "part_0" AS (
  SELECT "__keys"."customers__country" AS "customers__country",
    sum("customers".credit) AS "customers.credit"
  FROM (
    SELECT DISTINCT "customers".country AS "customers__country",
      "customers".id AS "__key_0"
    FROM customers AS "customers"
    LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
    LEFT JOIN tags AS "tags" ON "customers".id = "tags".customer_id
  ) AS "__keys"
  LEFT JOIN customers AS "customers" ON "__keys"."__key_0" = "customers".id
  GROUP BY 1
),
"part_1" AS (
  SELECT "__keys"."customers__country" AS "customers__country",
    sum("orders".amount) AS "orders.amount"
  FROM (
    SELECT DISTINCT "customers".country AS "customers__country",
      "orders".id AS "__key_0"
    FROM customers AS "customers"
    LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
    LEFT JOIN tags AS "tags" ON "customers".id = "tags".customer_id
  ) AS "__keys"
  LEFT JOIN orders AS "orders" ON "__keys"."__key_0" = "orders".id
  GROUP BY 1
),
"part_2" AS (
  SELECT "__keys"."customers__country" AS "customers__country",
    sum("tags".weight) AS "tags.weight"
  FROM (
    SELECT DISTINCT "customers".country AS "customers__country",
      "tags".customer_id AS "__key_0",
      "tags".tag AS "__key_1"
    FROM customers AS "customers"
    LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
    LEFT JOIN tags AS "tags" ON "customers".id = "tags".customer_id
  ) AS "__keys"
  LEFT JOIN tags AS "tags" ON "__keys"."__key_0" = "tags".customer_id AND "__keys"."__key_1" = "tags".tag
  GROUP BY 1
)
SELECT "part_0"."customers__country" AS "customers__country",
  "part_0"."customers.credit" AS "customers__credit",
  "part_1"."orders.amount" AS "orders__amount",
  "part_2"."tags.weight" AS "tags__weight"
FROM "part_0"
LEFT JOIN "part_1" ON ARRAY["part_0"."customers__country"] = ARRAY["part_1"."customers__country"]
LEFT JOIN "part_2" ON ARRAY["part_0"."customers__country"] = ARRAY["part_2"."customers__country"]
ORDER BY "customers__credit" DESC
LIMIT 10000;
-- customers__country | customers__credit | orders__amount | tags__weight
-- DE                 | 100               | 130            | 3
-- FR                 | 50                | 20             | 3
-- null               | 10                | null           | null
