-- Made by `npm run golden` from filter-numbers.yml.

-- limit 10000
--   sort orders__id
--     aggregate by orders__id = orders.id
--       filter is-not-true(any-number(orders.id)) and compare-number(orders.amount) and compare-number(orders.amount)
--         scan orders

-- $1 = "1"
-- $2 = "9007199254740993"
-- $3 = "5"
-- $4 = "29.499705"
-- $5 = "29.500295"
-- $6 = "29.5"
-- $7 = "29.5"
SELECT "orders".id AS "orders__id"
FROM orders AS "orders"
WHERE ("orders".id IN (CAST($1 AS HUGEINT), CAST($2 AS HUGEINT))) IS NOT TRUE
  AND "orders".amount >= CAST($3 AS HUGEINT)
  AND CASE WHEN TRY_CAST(regexp_extract(typeof("orders".amount), '^DECIMAL.([0-9]+)', 1) AS INTEGER) <= 36 OR CAST("orders".amount AS DOUBLE) BETWEEN CAST($4 AS DOUBLE) AND CAST($5 AS DOUBLE) THEN "orders".amount < CAST($6 AS DECIMAL(3, 1)) ELSE CAST("orders".amount AS DOUBLE) < CAST($7 AS DOUBLE) END
GROUP BY 1
ORDER BY "orders__id" ASC
LIMIT 10000;
-- orders__id
-- 3
-- 4
