-- Made by `npm run golden` from view-of-several-facts-filtered.yml.

-- $1 = "DE"
-- $2 = "FR"
-- $3 = "DE"
-- $4 = "FR"
-- $5 = "1"
SELECT "business__country",
  "orders.amount" AS "business__amount",
  "returns.returned" AS "business__returned"
FROM (
  WITH "part_0" AS (
    SELECT "customers".country AS "business__country",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
    WHERE "customers".country IN (CAST($1 AS VARCHAR), CAST($2 AS VARCHAR))
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "customers".country AS "business__country",
      sum("returns".amount) AS "returns.returned"
    FROM returns AS "returns"
    LEFT JOIN customers AS "customers" ON "returns".customer_id = "customers".id
    WHERE "customers".country IN (CAST($3 AS VARCHAR), CAST($4 AS VARCHAR))
    GROUP BY 1
  )
  SELECT "spine"."business__country" AS "business__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."returns.returned" AS "returns.returned"
  FROM (
    SELECT "business__country",
      any_value("orders.amount") AS "orders.amount",
      any_value("returns.returned") AS "returns.returned"
    FROM (
      SELECT "business__country",
        "orders.amount",
        NULL AS "returns.returned"
      FROM "part_0" UNION ALL
      SELECT "business__country",
        NULL AS "orders.amount",
        "returns.returned"
      FROM "part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
WHERE "returns.returned" > CAST($5 AS HUGEINT)
ORDER BY "business__amount" DESC, "business__country" ASC
LIMIT 10000;
-- business__country | business__amount | business__returned
-- DE                | 130              | 10
