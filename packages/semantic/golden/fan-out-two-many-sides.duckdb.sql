-- Made by `npm run golden` from fan-out-two-many-sides.yml.

SELECT "customers__country",
  "customers.credit" AS "customers__credit",
  "orders.amount" AS "orders__amount",
  "tags.weight" AS "tags__weight"
FROM (
  WITH "part_0" AS (
    SELECT "customers".country AS "customers__country",
      sum("customers".credit) AS "customers.credit"
    FROM customers AS "customers"
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "customers".country AS "customers__country",
      sum("orders".amount) AS "orders.amount"
    FROM customers AS "customers"
    LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
    GROUP BY 1
  ),
  "part_2" AS (
    SELECT "customers".country AS "customers__country",
      sum("tags".weight) AS "tags.weight"
    FROM customers AS "customers"
    LEFT JOIN tags AS "tags" ON "customers".id = "tags".customer_id
    GROUP BY 1
  )
  SELECT "spine"."customers__country" AS "customers__country",
    "spine"."customers.credit" AS "customers.credit",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."tags.weight" AS "tags.weight"
  FROM (
    SELECT "customers__country",
      any_value("customers.credit") AS "customers.credit",
      any_value("orders.amount") AS "orders.amount",
      any_value("tags.weight") AS "tags.weight"
    FROM (
      SELECT "customers__country",
        "customers.credit",
        NULL AS "orders.amount",
        NULL AS "tags.weight"
      FROM "part_0" UNION ALL
      SELECT "customers__country",
        NULL AS "customers.credit",
        "orders.amount",
        NULL AS "tags.weight"
      FROM "part_1" UNION ALL
      SELECT "customers__country",
        NULL AS "customers.credit",
        NULL AS "orders.amount",
        "tags.weight"
      FROM "part_2"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
ORDER BY "customers__credit" DESC, "customers__country" ASC
LIMIT 10000;
-- customers__country | customers__credit | orders__amount | tags__weight
-- DE                 | 100               | 130            | 3
-- FR                 | 50                | 20             | 3
-- null               | 10                | null           | null
