-- Made by `npm run golden` from stage-filter-fixed.yml.

-- $1 = "DE"
SELECT "orders__country",
  "orders.outer" AS "orders__outer"
FROM (
  SELECT "orders__country",
    "orders.any_status" AS "orders.outer"
  FROM (
    SELECT "orders__country",
      "orders.amount" AS "orders.any_status"
    FROM (
      SELECT "orders".country AS "orders__country",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      WHERE ("orders".country = $1)
      GROUP BY 1
    ) AS "inner_stage"
  ) AS "inner_stage"
) AS "combined"
ORDER BY "orders__outer" DESC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__outer
-- DE              | 180
