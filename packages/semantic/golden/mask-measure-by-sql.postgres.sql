-- Made by `npm run golden` from mask-measure-by-sql.yml.

-- limit 10000
--   sort orders__country
--     aggregate by orders__country = orders.country: orders__amount = floor(sum(orders.amount) / 100) * 100
--       scan orders

SELECT "orders".country AS "orders__country",
  floor(sum("orders".amount) / 100) * 100 AS "orders__amount"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount
-- DE              | 100
-- FR              | 0
