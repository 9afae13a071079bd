-- Made by `npm run golden` from fan-out-filter-on-composite-key.yml.

-- aggregate: lines__amount = sum(lines.amount)
--   semi join on lines.order_id = __key_0, lines.line = __key_1
--     scan lines
--     project __key_0 = returns.order_id, __key_1 = returns.line
--       filter finds(text(returns.reason))
--         scan returns

-- $1 = "o"
SELECT sum("lines".amount) AS "lines__amount"
FROM lines AS "lines"
SEMI JOIN (
  SELECT "returns".order_id AS "__key_0",
    "returns".line AS "__key_1"
  FROM returns AS "returns"
  WHERE contains(lower(CAST("returns".reason AS VARCHAR)), lower(CAST($1 AS VARCHAR)))
) AS "__partners_0" ON "lines".order_id = "__partners_0"."__key_0" AND "lines".line = "__partners_0"."__key_1";
-- lines__amount
-- 18
