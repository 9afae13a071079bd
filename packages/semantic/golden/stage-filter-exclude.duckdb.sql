-- Made by `npm run golden` from stage-filter-exclude.yml.

-- $1 = "DE"
-- $2 = "done"
-- $3 = "done"
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.everywhere" AS "orders__everywhere"
FROM (
  WITH "part_0" AS (
    SELECT "orders".country AS "orders__country",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE ("orders".country = CAST($1 AS VARCHAR))
      AND ("orders".status = CAST($2 AS VARCHAR))
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "orders__country",
      "orders.amount" AS "orders.everywhere"
    FROM (
      SELECT "orders".country AS "orders__country",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      WHERE ("orders".status = CAST($3 AS VARCHAR))
      GROUP BY 1
    ) AS "inner_stage"
  )
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.everywhere" AS "orders.everywhere"
  FROM (
    SELECT "orders__country",
      any_value("orders.amount") AS "orders.amount",
      any_value("orders.everywhere") AS "orders.everywhere"
    FROM (
      SELECT "orders__country",
        "orders.amount",
        NULL AS "orders.everywhere"
      FROM "part_0" UNION ALL
      SELECT "orders__country",
        NULL AS "orders.amount",
        "orders.everywhere"
      FROM "part_1"
    ) AS "united"
    GROUP BY "orders__country"
  ) AS "spine"
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__everywhere
-- DE              | 150            | 150
-- FR              | null           | 20
