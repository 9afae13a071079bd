-- Made by `npm run golden` from extends.yml.

-- limit 10000
--   sort flights__count desc, airports__city, destinations__city
--     aggregate by airports__city = upper(airports.city), destinations__city = upper(destinations.city): flights__count = count(flights.id)
--       left join on flights.destination = destinations.code
--         left join on flights.origin = airports.code
--           scan flights
--           scan airports
--         scan destinations

SELECT upper("airports".city) AS "airports__city",
  upper("destinations".city) AS "destinations__city",
  count("flights".id) AS "flights__count"
FROM flights AS "flights"
LEFT JOIN airports AS "airports" ON "flights".origin = "airports".code
LEFT JOIN airports AS "destinations" ON "flights".destination = "destinations".code
GROUP BY 1, 2
ORDER BY "flights__count" DESC, "airports__city" ASC, "destinations__city" ASC
LIMIT 10000;
-- airports__city | destinations__city | flights__count
-- COLOGNE        | LYON               | 2
-- LYON           | COLOGNE            | 1
