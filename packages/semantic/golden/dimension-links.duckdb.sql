-- Made by `npm run golden` from dimension-links.yml.

-- limit 10000
--   sort orders__customer_id, orders.customer_id___link_page_url, orders.customer_id___link_board_url
--     aggregate by orders__customer_id = orders.customer_id, orders.customer_id___link_page_url = concat(('https://example.com/customers/' || orders.customer_id), "?from=", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(to_text(orders.country), ""), "%", "%25"), "\t", "%09"), "\n", "%0A"), "\r", "%0D"), " ", "%20"), "\"", "%22"), "#", "%23"), "$", "%24"), "&", "%26"), "+", "%2B"), ",", "%2C"), "/", "%2F"), ":", "%3A"), ";", "%3B"), "<", "%3C"), "=", "%3D"), ">", "%3E"), "?", "%3F"), "@", "%40"), "[", "%5B"), "\\", "%5C"), "]", "%5D"), "^", "%5E"), "`", "%60"), "{", "%7B"), "|", "%7C"), "}", "%7D")), orders.customer_id___link_board_url = "/dashboard/customer"
--       filter in(orders.country, <"FR">)
--         scan orders

-- $1 = "FR"
SELECT "orders".customer_id AS "orders__customer_id",
  (('https://example.com/customers/' || "orders".customer_id)) || '?from=' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(CAST("orders".country AS VARCHAR), ''), '%', '%25'), '	', '%09'), '
', '%0A'), '', '%0D'), ' ', '%20'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), '\', '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D') AS "orders.customer_id___link_page_url",
  '/dashboard/customer' AS "orders.customer_id___link_board_url"
FROM orders AS "orders"
WHERE "orders".country = CAST($1 AS VARCHAR)
GROUP BY 1, 2, 3
ORDER BY "orders__customer_id" ASC, "orders.customer_id___link_page_url" ASC, "orders.customer_id___link_board_url" ASC
LIMIT 10000;
-- orders__customer_id | orders.customer_id___link_page_url      | orders.customer_id___link_board_url
-- 8                   | https://example.com/customers/8?from=FR | /dashboard/customer
-- 9                   | https://example.com/customers/9?from=FR | /dashboard/customer
