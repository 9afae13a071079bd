-- Made by `npm run golden` from stage-filter-on-measure.yml.

-- $1 = "50"
SELECT "orders__country",
  "orders.amount" AS "orders__amount",
  "orders.total" AS "orders__total"
FROM (
  WITH "part_0" AS (
    SELECT "orders".country AS "orders__country",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "orders.amount" AS "orders.total"
    FROM (
      SELECT sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
    ) AS "inner_stage"
  )
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders.amount" AS "orders.amount",
    "part_1"."orders.total" AS "orders.total"
  FROM "part_0" AS "spine" CROSS JOIN "part_1"
) AS "combined"
WHERE "orders.amount" > CAST($1 AS BIGINT)
ORDER BY "orders__amount" DESC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount | orders__total
-- DE              | 180            | 210
