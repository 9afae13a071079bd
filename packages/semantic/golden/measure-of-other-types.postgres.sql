-- Made by `npm run golden` from measure-of-other-types.yml.

-- aggregate: orders__statuses = string_agg(orders.status, ', ' ORDER BY orders.id), orders__is_any_open = bool_or(orders.status = 'open'), orders__latest = max(orders.created_at)
--   scan orders

SELECT string_agg("orders".status, ', ' ORDER BY "orders".id) AS "orders__statuses",
  bool_or("orders".status = 'open') AS "orders__is_any_open",
  max("orders".created_at) AS "orders__latest"
FROM orders AS "orders";
-- orders__statuses | orders__is_any_open | orders__latest
-- done, open, done | true                | 2024-07-01 12:00:00
