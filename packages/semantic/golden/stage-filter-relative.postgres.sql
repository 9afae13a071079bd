-- Made by `npm run golden` from stage-filter-relative.yml.

SELECT "orders__country",
  "orders.anything" AS "orders__anything"
FROM (
  SELECT "orders__country",
    "orders.any_status" AS "orders.anything"
  FROM (
    SELECT "orders__country",
      "orders.amount" AS "orders.any_status"
    FROM (
      SELECT "orders".country AS "orders__country",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      GROUP BY 1
    ) AS "inner_stage"
  ) AS "inner_stage"
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__anything
-- DE              | 180
-- FR              | 30
