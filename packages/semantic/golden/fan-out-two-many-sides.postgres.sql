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
      (array_agg("customers.credit") FILTER (WHERE "customers.credit" IS NOT NULL))[1] AS "customers.credit",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("tags.weight") FILTER (WHERE "tags.weight" IS NOT NULL))[1] AS "tags.weight"
    FROM (
      SELECT "customers__country",
        "customers.credit",
        (
        SELECT "orders.amount"
        FROM "part_1"
        WHERE false
      ) AS "orders.amount",
        (
        SELECT "tags.weight"
        FROM "part_2"
        WHERE false
      ) AS "tags.weight"
      FROM "part_0" UNION ALL
      SELECT "customers__country",
        (
        SELECT "customers.credit"
        FROM "part_0"
        WHERE false
      ) AS "customers.credit",
        "orders.amount",
        (
        SELECT "tags.weight"
        FROM "part_2"
        WHERE false
      ) AS "tags.weight"
      FROM "part_1" UNION ALL
      SELECT "customers__country",
        (
        SELECT "customers.credit"
        FROM "part_0"
        WHERE false
      ) AS "customers.credit",
        (
        SELECT "orders.amount"
        FROM "part_1"
        WHERE false
      ) AS "orders.amount",
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
