-- Made by `npm run golden` from stage-case.yml.

-- limit 10000
--   sort orders__country, orders__currency
--     project orders__country, orders__currency, orders__in_currency = orders.in_currency
--       as combined
--         project orders__country, orders__currency, orders.in_currency = case(orders__currency, "EUR", unified(orders.amount, orders.amount_usd), "USD", unified(orders.amount_usd, orders.amount), unified(orders.amount, orders.amount_usd))
--           as inner_stage
--             aggregate by orders__country = orders.country, orders__currency = orders.currency.__value: orders.amount = sum(orders.amount), orders.amount_usd = sum(amount * 2)
--               cross join
--                 scan orders
--                 values orders.currency.__value: "EUR", "USD"

SELECT "orders__country",
  "orders__currency",
  "orders.in_currency" AS "orders__in_currency"
FROM (
  SELECT "orders__country",
    "orders__currency",
    CASE "orders__currency" WHEN 'EUR' THEN "orders.amount" WHEN 'USD' THEN "orders.amount_usd" ELSE "orders.amount" END AS "orders.in_currency"
  FROM (
    SELECT "orders".country AS "orders__country",
      "orders.currency"."__value" AS "orders__currency",
      sum("orders".amount) AS "orders.amount",
      sum(amount * 2) AS "orders.amount_usd"
    FROM orders AS "orders"
    CROSS JOIN (VALUES ('EUR'), ('USD')) AS "orders.currency"("__value")
    GROUP BY 1, 2
  ) AS "inner_stage"
) AS "combined"
ORDER BY "orders__country" ASC, "orders__currency" ASC
LIMIT 10000;
-- orders__country | orders__currency | orders__in_currency
-- DE              | EUR              | 180
-- DE              | USD              | 360
-- FR              | EUR              | 30
-- FR              | USD              | 60
