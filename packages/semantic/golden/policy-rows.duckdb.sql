-- Made by `npm run golden` from policy-rows.yml.

-- limit 10000
--   sort sales__count desc, sales__status
--     aggregate by sales__status = orders.status: sales__count = count(orders.id)
--       filter (in(customers.country, <"DE">, <"FR">) or in(orders.status, <"done">))
--         left join on orders.customer_id = customers.id
--           scan orders
--           scan customers

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
