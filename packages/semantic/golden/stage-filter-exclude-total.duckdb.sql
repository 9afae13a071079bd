-- Made by `npm run golden` from stage-filter-exclude-total.yml.

-- $1 = "DE"
-- $2 = "done"
-- $3 = "done"
-- $4 = "DE"
-- $5 = "done"
-- $6 = "done"
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.everywhere" AS "orders__everywhere",
  "orders.share" AS "orders__share"
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
    SELECT "orders.amount" AS "orders.everywhere"
    FROM (
      SELECT sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      WHERE ("orders".status = CAST($3 AS VARCHAR))
    ) AS "inner_stage"
  ),
  "part_2" AS (
    SELECT "orders__country",
      100.0 * "orders.amount" / "orders.everywhere" AS "orders.share"
    FROM (
      WITH "part_0" AS (
        SELECT "orders".country AS "orders__country",
          sum("orders".amount) AS "orders.amount"
        FROM orders AS "orders"
        WHERE ("orders".country = CAST($4 AS VARCHAR))
          AND ("orders".status = CAST($5 AS VARCHAR))
        GROUP BY 1
      ),
      "part_1" AS (
        SELECT "orders.amount" AS "orders.everywhere"
        FROM (
          SELECT sum("orders".amount) AS "orders.amount"
          FROM orders AS "orders"
          WHERE ("orders".status = CAST($6 AS VARCHAR))
        ) AS "inner_stage"
      )
      SELECT "spine"."orders__country" AS "orders__country",
        "spine"."orders.amount" AS "orders.amount",
        "part_1"."orders.everywhere" AS "orders.everywhere"
      FROM "part_0" AS "spine" CROSS JOIN "part_1"
    ) AS "inner_stage"
  )
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.share" AS "orders.share",
    "part_1"."orders.everywhere" AS "orders.everywhere"
  FROM (
    SELECT "orders__country",
      any_value("orders.amount") AS "orders.amount",
      any_value("orders.share") AS "orders.share"
    FROM (
      SELECT "orders__country",
        "orders.amount",
        NULL AS "orders.share"
      FROM "part_0" UNION ALL
      SELECT "orders__country",
        NULL AS "orders.amount",
        "orders.share"
      FROM "part_2"
    ) AS "united"
    GROUP BY "orders__country"
  ) AS "spine" CROSS JOIN "part_1"
) AS "combined"
ORDER BY "orders__amount" DESC
LIMIT 10000;
-- orders__country | orders__amount | orders__everywhere | orders__share
-- DE              | 150            | 170                | 88.23529411764706
