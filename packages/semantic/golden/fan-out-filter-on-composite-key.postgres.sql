-- Made by `npm run golden` from fan-out-filter-on-composite-key.yml.

-- $1 = "%o%"
SELECT sum("lines".amount) AS "lines__amount"
FROM lines AS "lines"
WHERE ("lines".order_id, "lines".line) IN (
  SELECT "returns".order_id AS "__key_0",
    "returns".line AS "__key_1"
  FROM returns AS "returns"
  WHERE CAST("returns".reason AS TEXT) ILIKE CAST($1 AS TEXT) ESCAPE '\'
);
-- lines__amount
-- 18
