-- Made by `npm run golden` from stage-nested.yml.

-- limit 10000
--   sort orders__country
--     project orders__country, orders__of_customers = orders.of_customers
--       as combined
--         aggregate by orders__country: orders.of_customers = avg(orders.largest_day)
--           as inner_stage
--             aggregate by orders__country, orders__customer_id: orders.largest_day = max(orders.amount)
--               as inner_stage
--                 aggregate by orders__country = orders.country, orders__customer_id = orders.customer_id, orders__created_at__day = truncate(day, time(orders.created_at)): orders.amount = sum(orders.amount)
--                   scan orders

SELECT "orders__country",
  "orders.of_customers" AS "orders__of_customers"
FROM (
  SELECT "orders__country",
    avg("orders.largest_day") AS "orders.of_customers"
  FROM (
    SELECT "orders__country",
      "orders__customer_id",
      max("orders.amount") AS "orders.largest_day"
    FROM (
      SELECT "orders".country AS "orders__country",
        "orders".customer_id AS "orders__customer_id",
        CAST(CAST("orders".created_at AS DATE) AS TIMESTAMP) AS "orders__created_at__day",
        sum("orders".amount) AS "orders.amount"
      FROM orders AS "orders"
      GROUP BY 1, 2, CAST("orders".created_at AS DATE)
    ) AS "inner_stage"
    GROUP BY 1, 2
  ) AS "inner_stage"
  GROUP BY 1
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__of_customers
-- DE              | 75
-- FR              | 15
