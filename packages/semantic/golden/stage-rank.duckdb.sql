-- Made by `npm run golden` from stage-rank.yml.

-- limit 10000
--   sort orders__country, orders__place, orders__status
--     project orders__country, orders__status, orders__amount = orders.amount, orders__place = orders.place
--       as combined
--         with
--           part_0:
--             aggregate by orders__country = orders.country, orders__status = orders.status: orders.amount = sum(orders.amount)
--               scan orders
--           part_1:
--             project orders__country, orders__status, orders.place = over(orders__country, orders.amount)
--               as inner_stage
--                 aggregate by orders__country = orders.country, orders__status = orders.status: orders.amount = sum(orders.amount)
--                   scan orders
--           project orders__country = spine.orders__country, orders__status = spine.orders__status, orders.amount = spine.orders.amount, orders.place = spine.orders.place
--             as spine
--               aggregate by orders__country, orders__status: orders.amount = any_value(orders.amount), orders.place = any_value(orders.place)
--                 as united
--                   union
--                     project orders__country, orders__status, orders.amount, orders.place = null
--                       read part_0
--                     project orders__country, orders__status, orders.amount = null, orders.place
--                       read part_1

SELECT "orders__country",
  "orders__status",
  "orders.amount" AS "orders__amount",
  "orders.place" AS "orders__place"
FROM (
  WITH "part_0" AS (
    SELECT "orders".country AS "orders__country",
      "orders".status AS "orders__status",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    GROUP BY 1, 2
  ),
  "part_1" AS (
    SELECT "orders__country",
      "orders__status",
      rank() OVER (PARTITION BY "orders__country" ORDER BY "orders.amount" DESC) AS "orders.place"
    FROM (
      SELECT "orders".country AS "orders__country",
        "orders".status AS "orders__status",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      GROUP BY 1, 2
    ) AS "inner_stage"
  )
  SELECT "spine"."orders__country" AS "orders__country",
    "spine"."orders__status" AS "orders__status",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."orders.place" AS "orders.place"
  FROM (
    SELECT "orders__country",
      "orders__status",
      any_value("orders.amount") AS "orders.amount",
      any_value("orders.place") AS "orders.place"
    FROM (
      SELECT "orders__country",
        "orders__status",
        "orders.amount",
        NULL AS "orders.place"
      FROM "part_0" UNION ALL
      SELECT "orders__country",
        "orders__status",
        NULL AS "orders.amount",
        "orders.place"
      FROM "part_1"
    ) AS "united"
    GROUP BY 1, 2
  ) AS "spine"
) AS "combined"
ORDER BY "orders__country" ASC, "orders__place" ASC, "orders__status" ASC
LIMIT 10000;
-- orders__country | orders__status | orders__amount | orders__place
-- DE              | done           | 150            | 1
-- DE              | open           | 30             | 2
-- FR              | done           | 20             | 1
-- FR              | open           | 10             | 2
