-- Made by `npm run golden` from stage-add-group-by.yml.

-- limit 10000
--   sort orders__country
--     project orders__country, orders__of_customer = orders.of_customer
--       as combined
--         aggregate by orders__country: orders.of_customer = avg(orders.amount)
--           as inner_stage
--             aggregate by orders__country = orders.country, orders__customer_id = orders.customer_id: orders.amount = sum(orders.amount)
--               scan orders

SELECT "orders__country",
  "orders.of_customer" AS "orders__of_customer"
FROM (
  SELECT "orders__country",
    avg("orders.amount") AS "orders.of_customer"
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
-- orders__country | orders__of_customer
-- DE              | 90.0000000000000000
-- FR              | 15.0000000000000000
