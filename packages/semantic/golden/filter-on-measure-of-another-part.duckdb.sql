-- Made by `npm run golden` from filter-on-measure-of-another-part.yml.

-- $1 = "100"
SELECT "customers__name",
  "orders.amount" AS "orders__amount"
FROM (
  WITH "part_0" AS (
    SELECT "customers".name AS "customers__name",
      sum("orders".amount) AS "orders.amount"
    FROM customers AS "customers"
    LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "customers".name AS "customers__name",
      sum("customers".credit) AS "customers.credit"
    FROM customers AS "customers"
    GROUP BY 1
  )
  SELECT "spine"."customers__name" AS "customers__name",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."customers.credit" AS "customers.credit"
  FROM (
    SELECT "customers__name",
      any_value("orders.amount") AS "orders.amount",
      any_value("customers.credit") AS "customers.credit"
    FROM (
      SELECT "customers__name",
        "orders.amount",
        NULL AS "customers.credit"
      FROM "part_0" UNION ALL
      SELECT "customers__name",
        NULL AS "orders.amount",
        "customers.credit"
      FROM "part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
WHERE "customers.credit" >= CAST($1 AS HUGEINT)
ORDER BY "orders__amount" DESC, "customers__name" ASC
LIMIT 10000;
-- customers__name | orders__amount
-- Ada             | 130
