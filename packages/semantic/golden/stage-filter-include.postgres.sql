-- Made by `npm run golden` from stage-filter-include.yml.

-- $1 = "DE"
-- $2 = "done"
-- $3 = "DE"
-- $4 = "open"
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.open" AS "orders__open"
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
      "orders.amount" AS "orders.open"
    FROM (
      SELECT "orders".country AS "orders__country",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      WHERE ("orders".country = $3)
        AND ("orders".status = $4)
      GROUP BY 1
    ) AS "inner_stage"
  )
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.open" AS "orders.open"
  FROM (
    SELECT "orders__country",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("orders.open") FILTER (WHERE "orders.open" IS NOT NULL))[1] AS "orders.open"
    FROM (
      SELECT "orders__country",
        "orders.amount",
        (
        SELECT "orders.open"
        FROM "part_1"
        WHERE false
      ) AS "orders.open"
      FROM "part_0" UNION ALL
      SELECT "orders__country",
        (
        SELECT "orders.amount"
        FROM "part_0"
        WHERE false
      ) AS "orders.amount",
        "orders.open"
      FROM "part_1"
    ) AS "united"
    GROUP BY "orders__country"
  ) AS "spine"
) AS "combined"
ORDER BY "orders__amount" DESC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__open
-- DE              | 150            | 30
