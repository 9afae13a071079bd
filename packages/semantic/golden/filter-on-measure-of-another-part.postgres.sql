-- Made by `npm run golden` from filter-on-measure-of-another-part.yml.

-- with
--   __part_0:
--     aggregate by customers__name = customers.name: orders.amount = sum(orders.amount)
--       left join on customers.id = orders.customer_id
--         scan customers
--         scan orders
--   __part_1:
--     aggregate by customers__name = customers.name: customers.credit = sum(customers.credit)
--       scan customers
--   limit 10000
--     sort orders__amount desc, customers__name
--       project customers__name, orders__amount = orders.amount
--         filter compare-number(customers.credit)
--           as combined
--             project customers__name = spine.customers__name, orders.amount = spine.orders.amount, customers.credit = spine.customers.credit
--               as spine
--                 aggregate by customers__name: orders.amount = any_value(orders.amount), customers.credit = any_value(customers.credit)
--                   as united
--                     union
--                       project customers__name, orders.amount, customers.credit = null
--                         read __part_0
--                       project customers__name, orders.amount = null, customers.credit
--                         read __part_1

-- $1 = "100"
WITH "__part_0" AS (
  SELECT "customers".name AS "customers__name",
    sum("orders".amount) AS "orders.amount"
  FROM customers AS "customers"
  LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
  GROUP BY 1
),
"__part_1" AS (
  SELECT "customers".name AS "customers__name",
    sum("customers".credit) AS "customers.credit"
  FROM customers AS "customers"
  GROUP BY 1
)
SELECT "customers__name",
  "orders.amount" AS "orders__amount"
FROM (
  SELECT "spine"."customers__name" AS "customers__name",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."customers.credit" AS "customers.credit"
  FROM (
    SELECT "customers__name",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("customers.credit") FILTER (WHERE "customers.credit" IS NOT NULL))[1] AS "customers.credit"
    FROM (
      SELECT "customers__name",
        "orders.amount",
        (
        SELECT "customers.credit"
        FROM "__part_1"
        WHERE false
      ) AS "customers.credit"
      FROM "__part_0" UNION ALL
      SELECT "customers__name",
        (
        SELECT "orders.amount"
        FROM "__part_0"
        WHERE false
      ) AS "orders.amount",
        "customers.credit"
      FROM "__part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
WHERE "customers.credit" >= CAST($1 AS BIGINT)
ORDER BY "orders__amount" DESC, "customers__name" ASC
LIMIT 10000;
-- customers__name | orders__amount
-- Ada             | 130
