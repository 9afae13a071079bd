-- Made by `npm run golden` from dimension-link-of-bucket.yml.

-- limit 10000
--   sort orders__created_at__month, orders.created_at___link_page_url
--     aggregate by orders.created_at___link_page_url = concat(('https://example.com/orders/' || CAST(truncate(month, to-zone(time(orders.created_at))) AS DATE)), "?month=", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(to_text(EXTRACT(MONTH FROM truncate(month, to-zone(time(orders.created_at))))), ""), "%", "%25"), "\t", "%09"), "\n", "%0A"), "\r", "%0D"), " ", "%20"), "\"", "%22"), "#", "%23"), "$", "%24"), "&", "%26"), "+", "%2B"), ",", "%2C"), "/", "%2F"), ":", "%3A"), ";", "%3B"), "<", "%3C"), "=", "%3D"), ">", "%3E"), "?", "%3F"), "@", "%40"), "[", "%5B"), "\\", "%5C"), "]", "%5D"), "^", "%5E"), "`", "%60"), "{", "%7B"), "|", "%7C"), "}", "%7D")), orders__created_at__month = truncate(month, to-zone(time(orders.created_at))): orders__amount = sum(orders.amount)
--       scan orders

SELECT (('https://example.com/orders/' || CAST(date_trunc('month', CAST(timezone('America/Los_Angeles', timezone('UTC', CAST("orders".created_at AS TIMESTAMP))) AS DATE)) AS DATE))) || '?month=' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(CAST(EXTRACT(MONTH FROM date_trunc('month', CAST(timezone('America/Los_Angeles', timezone('UTC', CAST("orders".created_at AS TIMESTAMP))) AS DATE))) AS VARCHAR), ''), '%', '%25'), '	', '%09'), '
', '%0A'), '', '%0D'), ' ', '%20'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), '\', '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D') AS "orders.created_at___link_page_url",
  date_trunc('month', CAST(timezone('America/Los_Angeles', timezone('UTC', CAST("orders".created_at AS TIMESTAMP))) AS DATE)) AS "orders__created_at__month",
  sum("orders".amount) AS "orders__amount"
FROM orders AS "orders"
GROUP BY 1, 2
ORDER BY "orders__created_at__month" ASC, "orders.created_at___link_page_url" ASC
LIMIT 10000;
-- orders.created_at___link_page_url             | orders__created_at__month | orders__amount
-- https://example.com/orders/2024-01-01?month=1 | 2024-01-01 00:00:00       | 130
-- https://example.com/orders/2024-02-01?month=2 | 2024-02-01 00:00:00       | 20
