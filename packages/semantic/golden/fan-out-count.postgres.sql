-- Made by `npm run golden` from fan-out-count.yml.

SELECT "items".category AS "items__category",
  count(DISTINCT "orders".id) AS "orders__count"
FROM orders AS "orders"
LEFT JOIN items AS "items" ON "orders".id = "items".order_id
GROUP BY 1
ORDER BY "items__category" ASC
LIMIT 10000;
-- items__category | orders__count
-- books           | 2
-- games           | 2
-- null            | 1
