-- Made by `npm run golden` from dimension-switch-filtered.yml.

-- limit 10000
--   sort orders__amount desc, orders__currency
--     aggregate by orders__currency = orders.currency.__value: orders__amount = sum(orders.amount)
--       filter in(orders.currency.__value, <"USD">)
--         cross join
--           scan orders
--           values orders.currency.__value: "EUR", "USD"

-- $1 = "USD"
SELECT "orders.currency"."__value" AS "orders__currency",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
CROSS JOIN (VALUES ('EUR'), ('USD')) AS "orders.currency"("__value")
WHERE "orders.currency"."__value" = CAST($1 AS VARCHAR)
GROUP BY 1
ORDER BY "orders__amount" DESC, "orders__currency" ASC
LIMIT 10000;
-- orders__currency | orders__amount
-- USD              | 210
