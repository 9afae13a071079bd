-- Made by `npm run golden` from dimension-switch.yml.

-- limit 10000
--   sort orders__country, orders__currency
--     aggregate by orders__country = orders.country, orders__currency = orders.currency.__value: orders__amount = sum(orders.amount)
--       cross join
--         scan orders
--         values orders.currency.__value: "EUR", "USD"

SELECT "orders".country AS "orders__country",
  "orders.currency"."__value" AS "orders__currency",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
CROSS JOIN (VALUES ('EUR'), ('USD')) AS "orders.currency"("__value")
GROUP BY 1, 2
ORDER BY "orders__country" ASC, "orders__currency" ASC
LIMIT 10000;
-- orders__country | orders__currency | orders__amount
-- DE              | EUR              | 180
-- DE              | USD              | 180
-- FR              | EUR              | 30
-- FR              | USD              | 30
