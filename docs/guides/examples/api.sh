# Run by scripts/docs/guide-examples.test.mjs with ORIEL_URL and ORIEL_API_KEY set.
set -euo pipefail

# #region first-call
curl --fail-with-body -sS "$ORIEL_URL/api/v1/deployments" \
  -H "Authorization: Bearer $ORIEL_API_KEY"
# #endregion

# #region create-key
curl --fail-with-body -sS -X POST "$ORIEL_URL/api/v1/api-keys" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"name": "Nightly export", "deploymentIds": [1], "expiresAt": "2099-01-01T00:00:00Z"}'
# #endregion

# #region page
curl --fail-with-body -sS -G "$ORIEL_URL/api/v1/deployments/1/reports" \
  -H "Authorization: Bearer $ORIEL_API_KEY" \
  -d first=100 -d sortBy=name
# #endregion

# #region query
curl --fail-with-body -sS -X POST "$ORIEL_URL/deployments/1/cubejs-api/v1/load" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"query": {"dimensions": ["sales.status"], "measures": ["sales.total_amount"]}}'
# #endregion

# #region compare
curl --fail-with-body -sS -X POST "$ORIEL_URL/deployments/1/cubejs-api/v1/load" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"query": {
         "measures": ["sales.total_amount"],
         "timeDimensions": [{"dimension": "sales.created_at", "granularity": "month",
                             "dateRange": ["2026-01-01", "2026-03-31"]}],
         "periodComparisons": [{"measure": "sales.total_amount", "timeDimension": "sales.created_at",
                                "offset": {"amount": 1, "unit": "month"},
                                "outputs": ["previous", "percent"]}],
         "fillMissingRows": {"member": "sales.created_at"}}}'
# #endregion

# #region report
curl --fail-with-body -sS -X POST "$ORIEL_URL/api/v1/deployments/1/reports" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"name": "Revenue by month",
       "jsonQuery": "{\"measures\": [\"sales.total_amount\"], \"timeDimensions\": [{\"dimension\": \"sales.created_at\", \"granularity\": \"month\"}]}",
       "meta": {"kind": "table", "spec": {},
                "periodComparisons": [{"measure": "sales.total_amount", "timeDimension": "sales.created_at",
                                       "offset": {"amount": 1, "unit": "month"}}],
                "fillMissingRows": {"member": "sales.created_at"}}}'
# #endregion

# #region session
curl --fail-with-body -sS -X POST "$ORIEL_URL/api/v1/embed/generate-session" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"deploymentId": 1, "externalId": "dana@skyline.example", "embedTenantName": "skyline-travel",
       "userAttributes": [{"name": "states", "value": ["CA", "NV"]}]}'
# #endregion

# #region origins
curl --fail-with-body -sS -X PUT "$ORIEL_URL/api/v1/embed/allowed-origins" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"origins": ["https://app.example.com"]}'
# #endregion
