-- Made by `npm run golden` from mask-measure.yml.

-- limit 10000
--   sort orders__country
--     project orders__country, orders__largest = case(in(orders__country, <"DE">), orders.largest, -1)
--       as combined
--         aggregate by orders__country = orders.country: orders.largest = max(orders.amount)
--           scan orders

-- $1 = "DE"
SELECT "orders__country",
  CASE WHEN "orders__country" = CAST($1 AS VARCHAR) THEN "orders.largest" ELSE -1 END AS "orders__largest"
FROM (
  SELECT "orders".country AS "orders__country",
    max("orders".amount) AS "orders.largest"
  FROM orders AS "orders"
  GROUP BY 1
) AS "combined"
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__largest
-- DE              | 100
-- FR              | -1
