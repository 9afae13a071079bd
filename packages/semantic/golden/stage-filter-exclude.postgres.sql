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
    WHERE ("orders".country = $1)
      AND ("orders".status = $2)
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "orders__country",
      "orders.amount" AS "orders.everywhere"
    FROM (
      SELECT "orders".country AS "orders__country",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      WHERE ("orders".status = $3)
      GROUP BY 1
    ) AS "inner_stage"
  )
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.everywhere" AS "orders.everywhere"
  FROM (
    SELECT "orders__country",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("orders.everywhere") FILTER (WHERE "orders.everywhere" IS NOT NULL))[1] AS "orders.everywhere"
    FROM (
      SELECT "orders__country",
        "orders.amount",
        (
        SELECT "orders.everywhere"
        FROM "part_1"
        WHERE false
      ) AS "orders.everywhere"
      FROM "part_0" UNION ALL
      SELECT "orders__country",
        (
        SELECT "orders.amount"
        FROM "part_0"
        WHERE false
      ) AS "orders.amount",
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
