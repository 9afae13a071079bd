-- Made by `npm run golden` from policy-rows.yml.

-- $1 = "DE"
-- $2 = "FR"
-- $3 = "done"
SELECT "orders".status AS "sales__status",
  count("orders".id) AS "sales__count"
FROM orders AS "orders"
LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
WHERE "customers".country IN (CAST($1 AS VARCHAR), CAST($2 AS VARCHAR)) OR "orders".status = CAST($3 AS VARCHAR)
GROUP BY 1
ORDER BY "sales__count" DESC, "sales__status" ASC
LIMIT 10000;
-- sales__status | sales__count
-- done          | 3
-- open          | 1
