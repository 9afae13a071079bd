-- Made by `npm run golden` from dimension-case-by-switch.yml.

-- limit 10000
--   sort orders__by, orders__label
--     aggregate by orders__by = orders.by.__value, orders__label = case(orders.by.__value, "country", orders.country, orders.status): orders__amount = sum(orders.amount)
--       cross join
--         scan orders
--         values orders.by.__value: "country", "status"

SELECT "orders.by"."__value" AS "orders__by",
  CASE "orders.by"."__value" WHEN 'country' THEN "orders".country ELSE "orders".status END AS "orders__label",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
CROSS JOIN (VALUES ('country'), ('status')) AS "orders.by"("__value")
GROUP BY 1, 2
ORDER BY "orders__by" ASC, "orders__label" ASC
LIMIT 10000;
-- orders__by | orders__label | orders__amount
-- country    | DE            | 180
-- country    | FR            | 30
-- status     | done          | 170
-- status     | open          | 40
