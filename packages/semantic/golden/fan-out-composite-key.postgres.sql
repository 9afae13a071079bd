-- Made by `npm run golden` from fan-out-composite-key.yml.

SELECT "parcels__way",
  "orders__id",
  "items.count" AS "items__count",
  "items.quantity" AS "items__quantity"
FROM (
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
  SELECT "spine"."parcels__way" AS "parcels__way",
    "spine"."orders__id" AS "orders__id",
    "spine"."items.count" AS "items.count",
    "spine"."items.quantity" AS "items.quantity"
  FROM (
    SELECT "parcels__way",
      "orders__id",
      (array_agg("items.count") FILTER (WHERE "items.count" IS NOT NULL))[1] AS "items.count",
      (array_agg("items.quantity") FILTER (WHERE "items.quantity" IS NOT NULL))[1] AS "items.quantity"
    FROM (
      SELECT "parcels__way",
        "orders__id",
        "items.count",
        (
        SELECT "items.quantity"
        FROM "part_1"
        WHERE false
      ) AS "items.quantity"
      FROM "part_0" UNION ALL
      SELECT "parcels__way",
        "orders__id",
        (
        SELECT "items.count"
        FROM "part_0"
        WHERE false
      ) AS "items.count",
        "items.quantity"
      FROM "part_1"
    ) AS "united"
    GROUP BY "parcels__way", "orders__id"
  ) AS "spine"
) AS "combined"
ORDER BY "orders__id" ASC, "parcels__way" ASC
LIMIT 10000;
-- parcels__way | orders__id | items__count | items__quantity
-- air          | 1          | 3            | 6
-- sea          | 1          | 3            | 6
-- sea          | 2          | 1            | 1
-- null         | 3          | 1            | 4
-- null         | 4          | 0            | null
