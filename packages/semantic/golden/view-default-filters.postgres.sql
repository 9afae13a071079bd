-- Made by `npm run golden` from view-default-filters.yml.

-- limit 10000
--   sort sales__amount desc, sales__country
--     aggregate by sales__country = orders.country: sales__amount = sum(orders.amount)
--       filter in(orders.status, <"done">) and in(orders.country, <"DE">)
--         scan orders

-- $1 = "done"
-- $2 = "DE"
SELECT "orders".country AS "sales__country",
  sum("orders".amount) AS "sales__amount"
FROM orders AS "orders"
WHERE "orders".status = $1
  AND "orders".country = $2
GROUP BY 1
ORDER BY "sales__amount" DESC, "sales__country" ASC
LIMIT 10000;
-- sales__country | sales__amount
-- DE             | 150
