-- Made by `npm run golden` from fan-out-composite-key.yml.

WITH "part_0" AS (
  SELECT "parcels".way AS "parcels__way",
    "orders".id AS "orders__id",
    count(DISTINCT CASE WHEN "items".order_id IS NOT NULL AND "items".line IS NOT NULL THEN ROW("items".order_id, "items".line) END) AS "items.count"
  FROM orders AS "orders"
  LEFT JOIN items AS "items" ON "orders".id = "items".order_id
  LEFT JOIN parcels AS "parcels" ON "orders".id = "parcels".order_id
  GROUP BY 1, 2
),
"part_1" AS (
  SELECT "__keys"."parcels__way" AS "parcels__way",
    "__keys"."orders__id" AS "orders__id",
    sum("items".quantity) AS "items.quantity"
  FROM (
    SELECT DISTINCT "parcels".way AS "parcels__way",
      "orders".id AS "orders__id",
      "items".order_id AS "__key_0",
      "items".line AS "__key_1"
    FROM orders AS "orders"
    LEFT JOIN items AS "items" ON "orders".id = "items".order_id
    LEFT JOIN parcels AS "parcels" ON "orders".id = "parcels".order_id
  ) AS "__keys"
  LEFT JOIN items AS "items" ON "__keys"."__key_0" = "items".order_id AND "__keys"."__key_1" = "items".line
  GROUP BY 1, 2
)
SELECT "part_0"."parcels__way" AS "parcels__way",
  "part_0"."orders__id" AS "orders__id",
  "part_0"."items.count" AS "items__count",
  "part_1"."items.quantity" AS "items__quantity"
FROM "part_0"
LEFT JOIN "part_1" ON ARRAY["part_0"."parcels__way"] = ARRAY["part_1"."parcels__way"] AND ARRAY["part_0"."orders__id"] = ARRAY["part_1"."orders__id"]
ORDER BY "orders__id" ASC, "parcels__way" ASC
LIMIT 10000;
-- parcels__way | orders__id | items__count | items__quantity
-- air          | 1          | 3            | 6
-- sea          | 1          | 3            | 6
-- sea          | 2          | 1            | 1
-- null         | 3          | 1            | 4
-- null         | 4          | 0            | null
