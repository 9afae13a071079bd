-- Made by `npm run golden` from measure-types.yml.

-- aggregate: orders__count = count(orders.id), orders__with_customer = count(orders.customer_id), orders__customers = count_distinct(orders.customer_id), orders__about_customers = count_distinct_approx(orders.customer_id), orders__amount = sum(orders.amount), orders__average = avg(orders.amount), orders__smallest = min(orders.amount), orders__largest = max(orders.amount)
--   scan orders

SELECT count("orders".id) AS "orders__count",
  count("orders".customer_id) AS "orders__with_customer",
  count(DISTINCT "orders".customer_id) AS "orders__customers",
  count(DISTINCT "orders".customer_id) AS "orders__about_customers",
  sum("orders".amount) AS "orders__amount",
  avg("orders".amount) AS "orders__average",
  min("orders".amount) AS "orders__smallest",
  max("orders".amount) AS "orders__largest"
FROM orders AS "orders";
-- orders__count | orders__with_customer | orders__customers | orders__about_customers | orders__amount | orders__average     | orders__smallest | orders__largest
-- 4             | 3                     | 2                 | 2                       | 155            | 38.7500000000000000 | 5                | 100
