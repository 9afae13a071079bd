-- Made by `npm run golden` from stage-number-agg.yml.

-- limit 10000
--   sort orders__country
--     project orders__country, orders__spread = orders.spread
--       as combined
--         aggregate by orders__country: orders.spread = max(orders.amount) - min(orders.amount)
--           as inner_stage
--             aggregate by orders__country = orders.country, orders__customer_id = orders.customer_id: orders.amount = sum(orders.amount)
--               scan orders

SELECT "orders__country",
  "orders.spread" AS "orders__spread"
FROM (
  SELECT "orders__country",
    max("orders.amount") - min("orders.amount") AS "orders.spread"
  FROM (
    SELECT "orders".country AS "orders__country",
      "orders".customer_id AS "orders__customer_id",
      sum("orders".amount) AS "orders.amount"
    FROM orders AS "orders"
    GROUP BY 1, 2
  ) AS "inner_stage"
  GROUP BY 1
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__spread
-- DE              | 80
-- FR              | 10
