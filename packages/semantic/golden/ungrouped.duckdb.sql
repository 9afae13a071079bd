-- Made by `npm run golden` from ungrouped.yml.

-- limit 10000
--   sort orders__created_at__month, orders__id
--     project orders__id = orders.id, orders__created_at__month = truncate(month, time(orders.created_at)), orders__count = case(orders.id is not null, 1), orders__customers = case(orders.customer_id is not null, 1), orders__done_amount = case(orders.status = 'done', orders.amount)
--       scan orders

SELECT "orders".id AS "orders__id",
  date_trunc('month', CAST("orders".created_at AS DATE)) AS "orders__created_at__month",
  CASE WHEN "orders".id IS NOT NULL THEN 1 END AS "orders__count",
  CASE WHEN "orders".customer_id IS NOT NULL THEN 1 END AS "orders__customers",
  CASE WHEN "orders".status = 'done' THEN "orders".amount END AS "orders__done_amount"
FROM orders AS "orders"
ORDER BY "orders__created_at__month" ASC, "orders__id" ASC
LIMIT 10000;
-- orders__id | orders__created_at__month | orders__count | orders__customers | orders__done_amount
-- 1          | 2024-01-01 00:00:00       | 1             | 1                 | 100
-- 2          | 2024-03-01 00:00:00       | 1             | 1                 | null
-- 3          | 2024-03-01 00:00:00       | 1             | 1                 | 20
-- 4          | 2024-07-01 00:00:00       | 1             | null              | null
