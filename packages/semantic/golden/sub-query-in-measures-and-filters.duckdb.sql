-- Made by `npm run golden` from sub-query-in-measures-and-filters.yml.

-- limit 10000
--   sort customers__average_spent desc, customers__kind
--     aggregate by customers__kind = case(customers.spent.__value >= 100, "large", "small"): customers__average_spent = avg(customers.spent.__value), customers__count = count(customers.id)
--       filter compare-number(customers.spent.__value_1)
--         inner join on customers.spent.__key_0 = customers.id
--           scan customers
--           as customers.spent
--             project __key_0 = customers__id, __value = orders.amount, __value_1 = orders.count
--               as by_key
--                 aggregate by customers__id = customers.id: orders.amount = sum(orders.amount), orders.count = count(orders.id)
--                   left join on customers.id = orders.customer_id
--                     scan customers
--                     scan orders

-- $1 = "2"
SELECT CASE WHEN "customers.spent"."__value" >= 100 THEN 'large' ELSE 'small' END AS "customers__kind",
  avg("customers.spent"."__value") AS "customers__average_spent",
  count("customers".id) AS "customers__count"
FROM customers AS "customers"
JOIN (
  SELECT "customers__id" AS "__key_0",
    "orders.amount" AS "__value",
    "orders.count" AS "__value_1"
  FROM (
    SELECT "customers".id AS "customers__id",
      sum("orders".amount) AS "orders.amount",
      count("orders".id) AS "orders.count"
    FROM customers AS "customers"
    LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
    GROUP BY 1
  ) AS "by_key"
) AS "customers.spent" ON "customers.spent"."__key_0" = "customers".id
WHERE "customers.spent"."__value_1" < CAST($1 AS HUGEINT)
GROUP BY 1
ORDER BY "customers__average_spent" DESC, "customers__kind" ASC
LIMIT 10000;
-- customers__kind | customers__average_spent | customers__count
-- small           | 20                       | 2
