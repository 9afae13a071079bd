-- Made by `npm run golden` from filter-numbers.yml.

-- limit 10000
--   sort orders__id
--     aggregate by orders__id = orders.id
--       filter is-not-true(any-number(orders.id)) and compare-number(orders.amount) and compare-number(orders.amount)
--         scan orders

-- $1 = "1"
-- $2 = "9007199254740993"
-- $3 = "5"
-- $4 = "29.5"
SELECT "orders".id AS "orders__id"
FROM orders AS "orders"
WHERE ("orders".id IN (CAST($1 AS BIGINT), CAST($2 AS BIGINT))) IS NOT TRUE
  AND "orders".amount >= CAST($3 AS BIGINT)
  AND "orders".amount < CAST($4 AS NUMERIC)
GROUP BY 1
ORDER BY "orders__id" ASC
LIMIT 10000;
-- orders__id
-- 3
-- 4
