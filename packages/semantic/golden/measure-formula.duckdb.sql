-- Made by `npm run golden` from measure-formula.yml.

-- limit 10000
--   sort orders__with_tax_each desc, orders__status
--     aggregate by orders__status = orders.status: orders__with_tax_each = sum(orders.amount) + 0.19 * sum(orders.amount) / nullif(count(orders.id), 0)
--       scan orders

SELECT "orders".status AS "orders__status",
  (sum("orders".amount) + 0.19 * sum("orders".amount)) / nullif(count("orders".id), 0) AS "orders__with_tax_each"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__with_tax_each" DESC, "orders__status" ASC
LIMIT 10000;
-- orders__status | orders__with_tax_each
-- done           | 71.4
-- open           | 35.7
-- null           | 5.95
