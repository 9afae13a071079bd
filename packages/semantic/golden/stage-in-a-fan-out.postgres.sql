-- Made by `npm run golden` from stage-in-a-fan-out.yml.

SELECT "items__category",
  "orders.amount" AS "orders__amount",
  100.0 * "orders.amount" / "orders.total" AS "orders__share"
FROM (
  WITH "part_0" AS (
    SELECT "__keys"."items__category" AS "items__category",
      sum("__keys"."__value_0") AS "orders.amount"
    FROM (
      SELECT DISTINCT "items".category AS "items__category",
        "orders".id AS "__key_0",
        "orders".amount AS "__value_0"
      FROM orders AS "orders"
      LEFT JOIN items AS "items" ON "orders".id = "items".order_id
      WHERE "items".category IS NOT NULL
    ) AS "__keys"
    GROUP BY 1
  ),
  "part_1" AS (
    SELECT "orders.amount" AS "orders.total"
    FROM (
      SELECT sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      WHERE "orders".id IN (
        SELECT "items".order_id AS "__key_0"
        FROM items AS "items"
        WHERE "items".category IS NOT NULL
      )
    ) AS "inner_stage"
  )
  SELECT "spine"."items__category" AS "items__category",
    "spine"."orders.amount" AS "orders.amount",
    "part_1"."orders.total" AS "orders.total"
  FROM "part_0" AS "spine" CROSS JOIN "part_1"
) AS "combined"
ORDER BY "items__category" ASC
LIMIT 10000;
-- items__category | orders__amount | orders__share
-- books           | 180            | 90.0000000000000000
-- games           | 120            | 60.0000000000000000
