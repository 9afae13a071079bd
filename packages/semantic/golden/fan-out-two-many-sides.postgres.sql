-- Made by `npm run golden` from fan-out-two-many-sides.yml.

-- with
--   __part_0:
--     aggregate by customers__country = customers.country: customers.credit = sum(customers.credit)
--       scan customers
--   __part_1:
--     aggregate by customers__country = customers.country: orders.amount = sum(orders.amount)
--       left join on customers.id = orders.customer_id
--         scan customers
--         scan orders
--   __part_2:
--     aggregate by customers__country = customers.country: tags.weight = sum(tags.weight)
--       left join on customers.id = tags.customer_id
--         scan customers
--         scan tags
--   limit 10000
--     sort customers__credit desc, customers__country
--       project customers__country, customers__credit = customers.credit, orders__amount = orders.amount, tags__weight = tags.weight
--         as combined
--           project customers__country = spine.customers__country, customers.credit = spine.customers.credit, orders.amount = spine.orders.amount, tags.weight = spine.tags.weight
--             as spine
--               aggregate by customers__country: customers.credit = any_value(customers.credit), orders.amount = any_value(orders.amount), tags.weight = any_value(tags.weight)
--                 as united
--                   union
--                     project customers__country, customers.credit, orders.amount = null, tags.weight = null
--                       read __part_0
--                     project customers__country, customers.credit = null, orders.amount, tags.weight = null
--                       read __part_1
--                     project customers__country, customers.credit = null, orders.amount = null, tags.weight
--                       read __part_2

WITH "__part_0" AS (
  SELECT "customers".country AS "customers__country",
    sum("customers".credit) AS "customers.credit"
  FROM customers AS "customers"
  GROUP BY 1
),
"__part_1" AS (
  SELECT "customers".country AS "customers__country",
    sum("orders".amount) AS "orders.amount"
  FROM customers AS "customers"
  LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
  GROUP BY 1
),
"__part_2" AS (
  SELECT "customers".country AS "customers__country",
    sum("tags".weight) AS "tags.weight"
  FROM customers AS "customers"
  LEFT JOIN tags AS "tags" ON "customers".id = "tags".customer_id
  GROUP BY 1
)
SELECT "customers__country",
  "customers.credit" AS "customers__credit",
  "orders.amount" AS "orders__amount",
  "tags.weight" AS "tags__weight"
FROM (
  SELECT "spine"."customers__country" AS "customers__country",
    "spine"."customers.credit" AS "customers.credit",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."tags.weight" AS "tags.weight"
  FROM (
    SELECT "customers__country",
      (array_agg("customers.credit") FILTER (WHERE "customers.credit" IS NOT NULL))[1] AS "customers.credit",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("tags.weight") FILTER (WHERE "tags.weight" IS NOT NULL))[1] AS "tags.weight"
    FROM (
      SELECT "customers__country",
        "customers.credit",
        (
        SELECT "orders.amount"
        FROM "__part_1"
        WHERE false
      ) AS "orders.amount",
        (
        SELECT "tags.weight"
        FROM "__part_2"
        WHERE false
      ) AS "tags.weight"
      FROM "__part_0" UNION ALL
      SELECT "customers__country",
        (
        SELECT "customers.credit"
        FROM "__part_0"
        WHERE false
      ) AS "customers.credit",
        "orders.amount",
        (
        SELECT "tags.weight"
        FROM "__part_2"
        WHERE false
      ) AS "tags.weight"
      FROM "__part_1" UNION ALL
      SELECT "customers__country",
        (
        SELECT "customers.credit"
        FROM "__part_0"
        WHERE false
      ) AS "customers.credit",
        (
        SELECT "orders.amount"
        FROM "__part_1"
        WHERE false
      ) AS "orders.amount",
        "tags.weight"
      FROM "__part_2"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
ORDER BY "customers__credit" DESC, "customers__country" ASC
LIMIT 10000;
-- customers__country | customers__credit | orders__amount | tags__weight
-- DE                 | 100               | 130            | 3
-- FR                 | 50                | 20             | 3
-- null               | 10                | null           | null
