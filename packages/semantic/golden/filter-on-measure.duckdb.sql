-- Made by `npm run golden` from filter-on-measure.yml.

-- $1 = "100"
SELECT "orders".status AS "orders__status",
  count("orders".id) AS "orders__count"
FROM orders AS "orders"
GROUP BY 1
HAVING sum("orders".amount) > CAST($1 AS HUGEINT)
ORDER BY "orders__count" DESC, "orders__status" ASC
LIMIT 10000;
-- orders__status | orders__count
-- done           | 3
