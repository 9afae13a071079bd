-- Made by `npm run golden` from sub-query-of-a-formula.yml.

-- with
--   __part_0:
--     aggregate by customers__id = customers.id: orders.amount = sum(orders.amount)
--       left join on customers.id = orders.customer_id
--         scan customers
--         scan orders
--   __part_1:
--     aggregate by customers__id = customers.id: tags.weight = sum(weight * 1.0)
--       left join on customers.id = tags.customer_id
--         scan customers
--         scan tags
--   limit 10000
--     sort customers__name, customers__score
--       aggregate by customers__name = customers.name, customers__score = customers.score.__value
--         left join on customers.score.__key_0 = customers.id
--           scan customers
--           as customers.score
--             project __key_0 = customers__id, __value = orders.amount / tags.weight
--               as by_key
--                 project customers__id = spine.customers__id, orders.amount = spine.orders.amount, tags.weight = spine.tags.weight
--                   as spine
--                     aggregate by customers__id: orders.amount = any_value(orders.amount), tags.weight = any_value(tags.weight)
--                       as united
--                         union
--                           project customers__id, orders.amount, tags.weight = null
--                             read __part_0
--                           project customers__id, orders.amount = null, tags.weight
--                             read __part_1

WITH "__part_0" AS (
  SELECT "customers".id AS "customers__id",
    sum("orders".amount) AS "orders.amount"
  FROM customers AS "customers"
  LEFT JOIN orders AS "orders" ON "customers".id = "orders".customer_id
  GROUP BY 1
),
"__part_1" AS (
  SELECT "customers".id AS "customers__id",
    sum(weight * 1.0) AS "tags.weight"
  FROM customers AS "customers"
  LEFT JOIN tags AS "tags" ON "customers".id = "tags".customer_id
  GROUP BY 1
)
SELECT "customers".name AS "customers__name",
  "customers.score"."__value" AS "customers__score"
FROM customers AS "customers"
LEFT JOIN (
  SELECT "customers__id" AS "__key_0",
    "orders.amount" / "tags.weight" AS "__value"
  FROM (
    SELECT "spine"."customers__id" AS "customers__id",
      "spine"."orders.amount" AS "orders.amount",
      "spine"."tags.weight" AS "tags.weight"
    FROM (
      SELECT "customers__id",
        (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
        (array_agg("tags.weight") FILTER (WHERE "tags.weight" IS NOT NULL))[1] AS "tags.weight"
      FROM (
        SELECT "customers__id",
          "orders.amount",
          (
          SELECT "tags.weight"
          FROM "__part_1"
          WHERE false
        ) AS "tags.weight"
        FROM "__part_0" UNION ALL
        SELECT "customers__id",
          (
          SELECT "orders.amount"
          FROM "__part_0"
          WHERE false
        ) AS "orders.amount",
          "tags.weight"
        FROM "__part_1"
      ) AS "united"
      GROUP BY 1
    ) AS "spine"
  ) AS "by_key"
) AS "customers.score" ON "customers.score"."__key_0" = "customers".id
GROUP BY 1, 2
ORDER BY "customers__name" ASC, "customers__score" ASC
LIMIT 10000;
-- customers__name | customers__score
-- Ada             | 43.3333333333333333
-- Ben             | 6.6666666666666667
-- Cid             | null
