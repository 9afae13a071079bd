-- Made by `npm run golden` from measure-filtered.yml.

SELECT "orders".customer_id AS "orders__customer_id",
  count("orders".id) FILTER (WHERE ("orders".status = 'done') AND ("orders".amount > 50)) AS "orders__large_done",
  sum("orders".amount) FILTER (WHERE ("orders".status = 'open')) AS "orders__open_amount"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__customer_id" ASC
LIMIT 10000;
-- orders__customer_id | orders__large_done | orders__open_amount
-- 7                   | 1                  | 30
-- 8                   | 0                  | null
-- null                | 0                  | null
