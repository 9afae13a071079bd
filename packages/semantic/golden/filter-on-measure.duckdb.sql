-- Made by `npm run golden` from filter-on-measure.yml.

-- limit 10000
--   sort orders__count desc, orders__status
--     aggregate by orders__status = orders.status: orders__count = count(orders.id) having compare-number(sum(orders.amount))
--       scan orders

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
