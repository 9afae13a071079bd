-- Made by `npm run golden` from fan-out-sum.yml.

SELECT "__keys"."items__category" AS "items__category",
  sum("__keys"."__value_0") AS "orders__amount"
FROM (
  SELECT DISTINCT "items".category AS "items__category",
    "orders".id AS "__key_0",
    "orders".amount AS "__value_0"
  FROM orders AS "orders"
  LEFT JOIN items AS "items" ON "orders".id = "items".order_id
) AS "__keys"
GROUP BY 1
ORDER BY "orders__amount" DESC, "items__category" ASC
LIMIT 10000;
-- items__category | orders__amount
-- books           | 130
-- games           | 120
-- null            | 5
