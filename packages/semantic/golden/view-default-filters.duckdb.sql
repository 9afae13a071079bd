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
WHERE "orders".status = CAST($1 AS VARCHAR)
  AND "orders".country = CAST($2 AS VARCHAR)
GROUP BY 1
ORDER BY "sales__amount" DESC, "sales__country" ASC
LIMIT 10000;
-- sales__country | sales__amount
-- DE             | 150
