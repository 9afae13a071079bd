-- Made by `npm run golden` from stage-window-function-filtered.yml.

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
