-- Made by `npm run golden` from measure-formula.yml.

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
