-- Made by `npm run golden` from stage-share-of-total.yml.

-- $1 = "done"
-- $2 = "done"
-- $3 = "done"
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.share" AS "orders__share"
FROM (
  WITH "part_0" AS (
    SELECT "orders".country AS "orders__country",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE ("orders".status = $1)
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "orders__country",
      100.0 * "orders.amount" / "orders.total" AS "orders.share"
    FROM (
      WITH "part_0" AS (
        SELECT "orders".country AS "orders__country",
          sum("orders".amount) AS "orders.amount"
        FROM orders AS "orders"
        WHERE ("orders".status = $2)
        GROUP BY 1
      ),
      "part_1" AS (
        SELECT "orders.amount" AS "orders.total"
        FROM (
          SELECT sum("orders".amount) AS "orders.amount"
          FROM orders AS "orders"
          WHERE ("orders".status = $3)
        ) AS "inner_stage"
      )
      SELECT "spine"."orders__country" AS "orders__country",
        "spine"."orders.amount" AS "orders.amount",
        "part_1"."orders.total" AS "orders.total"
      FROM "part_0" AS "spine" CROSS JOIN "part_1"
    ) AS "inner_stage"
  )
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.share" AS "orders.share"
  FROM (
    SELECT "orders__country",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("orders.share") FILTER (WHERE "orders.share" IS NOT NULL))[1] AS "orders.share"
    FROM (
      SELECT "orders__country",
        "orders.amount",
        (
        SELECT "orders.share"
        FROM "part_1"
        WHERE false
      ) AS "orders.share"
      FROM "part_0" UNION ALL
      SELECT "orders__country",
        (
        SELECT "orders.amount"
        FROM "part_0"
        WHERE false
      ) AS "orders.amount",
        "orders.share"
      FROM "part_1"
    ) AS "united"
    GROUP BY "orders__country"
  ) AS "spine"
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__share
-- DE              | 150            | 88.2352941176470588
-- FR              | 20             | 11.7647058823529412
