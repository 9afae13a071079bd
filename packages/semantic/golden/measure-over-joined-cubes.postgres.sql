-- Made by `npm run golden` from measure-over-joined-cubes.yml.

-- with
--   __part_0:
--     aggregate by customers__country = customers.country: orders.amount = sum(orders.amount)
--       left join on orders.customer_id = customers.id
--         scan orders
--         scan customers
--   __part_1:
--     aggregate by customers__country = __keys.customers__country: customers.credit = sum(__keys.__value_0)
--       as __keys
--         distinct customers__country = customers.country, __key_0 = customers.id, __value_0 = customers.credit
--           left join on orders.customer_id = customers.id
--             scan orders
--             scan customers
--   limit 10000
--     sort customers__country
--       project customers__country, orders__amount_per_credit = orders.amount / customers.credit
--         as combined
--           project customers__country = spine.customers__country, orders.amount = spine.orders.amount, customers.credit = spine.customers.credit
--             as spine
--               aggregate by customers__country: orders.amount = any_value(orders.amount), customers.credit = any_value(customers.credit)
--                 as united
--                   union
--                     project customers__country, orders.amount, customers.credit = null
--                       read __part_0
--                     project customers__country, orders.amount = null, customers.credit
--                       read __part_1

WITH "__part_0" AS (
  SELECT "customers".country AS "customers__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
  GROUP BY 1
),
"__part_1" AS (
  SELECT "__keys"."customers__country" AS "customers__country",
    sum("__keys"."__value_0") AS "customers.credit"
  FROM (
    SELECT DISTINCT "customers".country AS "customers__country",
      "customers".id AS "__key_0",
      "customers".credit AS "__value_0"
    FROM orders AS "orders"
    LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
  ) AS "__keys"
  GROUP BY 1
)
SELECT "customers__country",
  "orders.amount" / "customers.credit" AS "orders__amount_per_credit"
FROM (
  SELECT "spine"."customers__country" AS "customers__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."customers.credit" AS "customers.credit"
  FROM (
    SELECT "customers__country",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("customers.credit") FILTER (WHERE "customers.credit" IS NOT NULL))[1] AS "customers.credit"
    FROM (
      SELECT "customers__country",
        "orders.amount",
        (
        SELECT "customers.credit"
        FROM "__part_1"
        WHERE false
      ) AS "customers.credit"
      FROM "__part_0" UNION ALL
      SELECT "customers__country",
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
ORDER BY "customers__country" ASC
LIMIT 10000;
-- customers__country | orders__amount_per_credit
-- DE                 | 1
-- FR                 | 0
-- null               | null
