-- Made by `npm run golden` from view-default-filters-released.yml.

-- limit 10000
--   sort sales__country
--     aggregate by sales__country = orders.country: sales__amount = sum(orders.amount)
--       filter orders.country is not null and in(orders.status, <"done">)
--         scan orders

-- $1 = "done"
SELECT "orders".country AS "sales__country",
  sum("orders".amount) AS "sales__amount"
FROM orders AS "orders"
WHERE "orders".country IS NOT NULL
  AND "orders".status = $1
GROUP BY 1
ORDER BY "sales__country" ASC
LIMIT 10000;
-- sales__country | sales__amount
-- DE             | 150
-- FR             | 20
