-- Made by `npm run golden` from view-of-several-facts.yml.

-- with
--   __part_0:
--     aggregate by business__country = customers.country: orders.amount = sum(orders.amount)
--       filter in(orders.status, <"done">)
--         left join on orders.customer_id = customers.id
--           scan orders
--           scan customers
--   __part_1:
--     aggregate by business__country = customers.country: returns.returned = sum(returns.amount)
--       left join on returns.customer_id = customers.id
--         scan returns
--         scan customers
--   limit 10000
--     sort business__country
--       project business__country, business__amount = orders.amount, business__returned = returns.returned
--         as combined
--           project business__country = spine.business__country, orders.amount = spine.orders.amount, returns.returned = spine.returns.returned
--             as spine
--               aggregate by business__country: orders.amount = any_value(orders.amount), returns.returned = any_value(returns.returned)
--                 as united
--                   union
--                     project business__country, orders.amount, returns.returned = null
--                       read __part_0
--                     project business__country, orders.amount = null, returns.returned
--                       read __part_1

-- $1 = "done"
WITH "__part_0" AS (
  SELECT "customers".country AS "business__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  LEFT JOIN customers AS "customers" ON "orders".customer_id = "customers".id
  WHERE "orders".status = $1
  GROUP BY 1
),
"__part_1" AS (
  SELECT "customers".country AS "business__country",
    sum("returns".amount) AS "returns.returned"
  FROM returns AS "returns"
  LEFT JOIN customers AS "customers" ON "returns".customer_id = "customers".id
  GROUP BY 1
)
SELECT "business__country",
  "orders.amount" AS "business__amount",
  "returns.returned" AS "business__returned"
FROM (
  SELECT "spine"."business__country" AS "business__country",
    "spine"."orders.amount" AS "orders.amount",
    "spine"."returns.returned" AS "returns.returned"
  FROM (
    SELECT "business__country",
      (array_agg("orders.amount") FILTER (WHERE "orders.amount" IS NOT NULL))[1] AS "orders.amount",
      (array_agg("returns.returned") FILTER (WHERE "returns.returned" IS NOT NULL))[1] AS "returns.returned"
    FROM (
      SELECT "business__country",
        "orders.amount",
        (
        SELECT "returns.returned"
        FROM "__part_1"
        WHERE false
      ) AS "returns.returned"
      FROM "__part_0" UNION ALL
      SELECT "business__country",
        (
        SELECT "orders.amount"
        FROM "__part_0"
        WHERE false
      ) AS "orders.amount",
        "returns.returned"
      FROM "__part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
ORDER BY "business__country" ASC
LIMIT 10000;
-- business__country | business__amount | business__returned
-- DE                | 100              | 10
-- FR                | 20               | null
-- IT                | null             | 5
