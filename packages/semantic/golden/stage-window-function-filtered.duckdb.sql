-- Made by `npm run golden` from stage-window-function-filtered.yml.

-- limit 10000
--   sort orders__country
--     project orders__country, orders__amount
--       filter compare-number(__filtered_0)
--         as measured
--           aggregate by orders__country = orders.country: orders__amount = sum(orders.amount), __filtered_0 = rank() OVER (ORDER BY sum(orders.amount) DESC)
--             scan orders

-- $1 = "2"
SELECT "orders__country",
  "orders__amount"
FROM (
  SELECT "orders".country AS "orders__country",
    sum("orders".amount) AS "orders__amount",
    rank() OVER (ORDER BY sum("orders".amount) DESC) AS "__filtered_0"
  FROM orders AS "orders"
  GROUP BY 1
) AS "measured"
WHERE "__filtered_0" >= CAST($1 AS HUGEINT)
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount
-- FR              | 20
-- US              | 50
