-- Made by `npm run golden` from view-settles-a-diamond.yml.

-- limit 10000
--   sort arrivals__receivers_id, arrivals__to_name
--     aggregate by arrivals__receivers_id = receivers.id, arrivals__to_name = cities.name: arrivals__deliveries = count(deliveries.id)
--       left join on receivers.city_id = cities.id
--         left join on deliveries.receiver_id = receivers.id
--           scan deliveries
--           scan receivers
--         scan cities

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
