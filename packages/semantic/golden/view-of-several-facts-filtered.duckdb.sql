-- Made by `npm run golden` from view-of-several-facts-filtered.yml.

-- with
--   __part_0:
--     aggregate by business__country = customers.country: orders.amount = sum(orders.amount)
--       filter in(customers.country, <"DE">, <"FR">)
--         inner join on orders.customer_id = customers.id
--           scan orders
--           scan customers
--   __part_1:
--     aggregate by business__country = customers.country: returns.returned = sum(returns.amount)
--       filter in(customers.country, <"DE">, <"FR">)
--         inner join on returns.customer_id = customers.id
--           scan returns
--           scan customers
--   limit 10000
--     sort business__amount desc, business__country
--       project business__country, business__amount = orders.amount, business__returned = returns.returned
--         filter compare-number(returns.returned)
--           as combined
--             project business__country = spine.business__country, orders.amount = spine.orders.amount, returns.returned = spine.returns.returned
--               as spine
--                 aggregate by business__country: orders.amount = any_value(orders.amount), returns.returned = any_value(returns.returned)
--                   as united
--                     union
--                       project business__country, orders.amount, returns.returned = null
--                         read __part_0
--                       project business__country, orders.amount = null, returns.returned
--                         read __part_1

-- $1 = "DE"
-- $2 = "FR"
-- $3 = "DE"
-- $4 = "FR"
-- $5 = "1"
WITH "__part_0" AS (
  SELECT "customers".country AS "business__country",
    sum("orders".amount) AS "orders.amount"
  FROM orders AS "orders"
  JOIN customers AS "customers" ON "orders".customer_id = "customers".id
  WHERE "customers".country IN (CAST($1 AS VARCHAR), CAST($2 AS VARCHAR))
  GROUP BY 1
),
"__part_1" AS (
  SELECT "customers".country AS "business__country",
    sum("returns".amount) AS "returns.returned"
  FROM returns AS "returns"
  JOIN customers AS "customers" ON "returns".customer_id = "customers".id
  WHERE "customers".country IN (CAST($3 AS VARCHAR), CAST($4 AS VARCHAR))
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
      any_value("orders.amount") AS "orders.amount",
      any_value("returns.returned") AS "returns.returned"
    FROM (
      SELECT "business__country",
        "orders.amount",
        NULL AS "returns.returned"
      FROM "__part_0" UNION ALL
      SELECT "business__country",
        NULL AS "orders.amount",
        "returns.returned"
      FROM "__part_1"
    ) AS "united"
    GROUP BY 1
  ) AS "spine"
) AS "combined"
WHERE "returns.returned" > CAST($5 AS HUGEINT)
ORDER BY "business__amount" DESC, "business__country" ASC
LIMIT 10000;
-- business__country | business__amount | business__returned
-- DE                | 130              | 10
