-- Made by `npm run golden` from dimension-names-are-quoted.yml.

-- limit 10000
--   sort order__count desc, order__group
--     aggregate by order__group = order."group": order__count = count(order.id)
--       filter finds(text(order."group"))
--         scan order

-- $1 = "\""
SELECT "order"."group" AS "order__group",
  count("order".id) AS "order__count"
FROM "select" AS "order"
WHERE contains(lower(CAST("order"."group" AS VARCHAR)), lower(CAST($1 AS VARCHAR)))
GROUP BY 1
ORDER BY "order__count" DESC, "order__group" ASC
LIMIT 10000;
-- order__group | order__count
-- a"b          | 1
