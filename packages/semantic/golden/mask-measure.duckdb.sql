-- Made by `npm run golden` from mask-measure.yml.

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
