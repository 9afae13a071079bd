-- Made by `npm run golden` from view-settles-a-diamond.yml.

SELECT "receivers".id AS "arrivals__receivers_id",
  "cities".name AS "arrivals__to_name",
  count("deliveries".id) AS "arrivals__deliveries"
FROM deliveries AS "deliveries"
LEFT JOIN receivers AS "receivers" ON "deliveries".receiver_id = "receivers".id
LEFT JOIN cities AS "cities" ON "receivers".city_id = "cities".id
GROUP BY 1, 2
ORDER BY "arrivals__receivers_id" ASC, "arrivals__to_name" ASC
LIMIT 10000;
-- arrivals__receivers_id | arrivals__to_name | arrivals__deliveries
-- 1                      | Lyon              | 2
-- 2                      | Lyon              | 1
