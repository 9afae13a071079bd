-- Made by `npm run golden` from fan-out-filter-on-composite-key.yml.

-- $1 = "%o%"
SELECT sum("lines".amount) AS "lines__amount"
FROM lines AS "lines"
SEMI JOIN (
  SELECT "returns".order_id AS "__key_0",
    "returns".line AS "__key_1"
  FROM returns AS "returns"
  WHERE CAST("returns".reason AS VARCHAR) ILIKE CAST($1 AS VARCHAR) ESCAPE '\'
) AS "__partners_0" ON "lines".order_id = "__partners_0"."__key_0" AND "lines".line = "__partners_0"."__key_1";
-- lines__amount
-- 18
