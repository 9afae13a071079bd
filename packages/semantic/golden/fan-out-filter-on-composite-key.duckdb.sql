-- Made by `npm run golden` from fan-out-filter-on-composite-key.yml.

-- $1 = "%o%"
SELECT sum("lines".amount) AS "lines__amount"
FROM lines AS "lines"
WHERE ("lines".order_id, "lines".line) IN (
  SELECT "returns".order_id,
    "returns".line
  FROM returns AS "returns"
  WHERE CAST("returns".reason AS VARCHAR) ILIKE $1 ESCAPE '\'
);
-- lines__amount
-- 18
