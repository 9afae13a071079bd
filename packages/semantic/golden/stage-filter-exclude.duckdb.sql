-- Made by `npm run golden` from stage-filter-exclude.yml.

-- $1 = "open"
SELECT "orders__customer_id",
  "orders.amount" AS "orders__amount",
  "orders.of_any_status" AS "orders__of_any_status"
FROM (
  WITH "part_0" AS (
    SELECT "orders".customer_id AS "orders__customer_id",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    WHERE "orders".status = CAST($1 AS VARCHAR)
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "orders__customer_id",
      "orders.amount" AS "orders.of_any_status"
    FROM (
      SELECT "orders".customer_id AS "orders__customer_id",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      GROUP BY 1
    ) AS "inner_stage"
  )
  SELECT "spine"."orders__customer_id" AS "orders__customer_id",
    "spine"."orders.amount" AS "orders.amount",
    "part_1"."orders.of_any_status" AS "orders.of_any_status"
  FROM "part_0" AS "spine"
  LEFT JOIN "part_1" ON "spine"."orders__customer_id" IS NOT DISTINCT FROM "part_1"."orders__customer_id"
) AS "combined"
ORDER BY "orders__customer_id" ASC
LIMIT 10000;
-- orders__customer_id | orders__amount | orders__of_any_status
-- 7                   | 30             | 130
-- 9                   | 10             | 10
