-- Made by `npm run golden` from dimension-case-and-geo.yml.

-- limit 10000
--   sort shops__size, shops__place
--     aggregate by shops__size = case(shops.staff >= 50, "large", shops.staff > 0, "the owner's own", "empty"), shops__place = concat(shops.lat, ",", shops.lng)
--       scan shops

SELECT CASE WHEN "shops".staff >= 50 THEN 'large' WHEN "shops".staff > 0 THEN 'the owner''s own' ELSE 'empty' END AS "shops__size",
  CAST("shops".lat AS TEXT) || ',' || CAST("shops".lng AS TEXT) AS "shops__place"
FROM shops AS "shops"
GROUP BY 1, 2
ORDER BY "shops__size" ASC, "shops__place" ASC
LIMIT 10000;
-- shops__size     | shops__place
-- empty           | 50.7,7.1
-- large           | null
-- the owner's own | 45.8,4.8
