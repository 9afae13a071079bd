-- Made by `npm run golden` from stage-rank-filtered.yml.

-- limit 10000
--   sort orders__country, orders__status
--     project orders__country, orders__status, orders__amount = orders.amount
--       filter any-number(orders.place)
--         as combined
--           project orders__country, orders__status, orders.amount, orders.place = over(orders__country, orders.amount)
--             as inner_stage
--               aggregate by orders__country = orders.country, orders__status = orders.status: orders.amount = sum(orders.amount)
--                 scan orders

-- $1 = "1"
SELECT "orders__country",
  "orders__status",
  "orders.amount" AS "orders__amount"
FROM (
  SELECT "orders__country",
    "orders__status",
    "orders.amount",
    rank() OVER (PARTITION BY "orders__country" ORDER BY "orders.amount" DESC) AS "orders.place"
  FROM (
    SELECT "orders".country AS "orders__country",
      "orders".status AS "orders__status",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    GROUP BY 1, 2
  ) AS "inner_stage"
) AS "combined"
WHERE "orders.place" = CAST($1 AS BIGINT)
ORDER BY "orders__country" ASC, "orders__status" ASC
LIMIT 10000;
-- orders__country | orders__status | orders__amount
-- DE              | done           | 150
-- FR              | done           | 20
