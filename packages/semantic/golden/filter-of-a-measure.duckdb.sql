-- Made by `npm run golden` from filter-of-a-measure.yml.

-- limit 10000
--   sort orders__amount_of_row, orders__country
--     aggregate by orders__country = orders.country, orders__amount_of_row = orders.amount
--       filter orders.status = 'done' and orders.amount >= 50
--         scan orders

SELECT "orders".country AS "orders__country",
  "orders".amount AS "orders__amount_of_row"
FROM orders AS "orders"
WHERE ("orders".status = 'done')
  AND ("orders".amount >= 50)
GROUP BY 1, 2
ORDER BY "orders__amount_of_row" ASC, "orders__country" ASC
LIMIT 10000;
-- orders__country | orders__amount_of_row
-- DE              | 50
-- DE              | 100
