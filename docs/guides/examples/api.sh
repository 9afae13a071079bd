# Run by scripts/docs/guide-commands.test.mjs against the demo, with ORIEL_URL and ORIEL_API_KEY set.
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
  -d '{"query": {"dimensions": ["network.delay_band"], "measures": ["network.count"]}}'
# #endregion

# #region compare
curl --fail-with-body -sS -X POST "$ORIEL_URL/deployments/1/cubejs-api/v1/load" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"query": {
         "measures": ["network.count"],
         "timeDimensions": [{"dimension": "network.departure", "granularity": "month",
                             "dateRange": ["2001-05-01", "2001-08-31"]}],
         "periodComparisons": [{"measure": "network.count", "timeDimension": "network.departure",
                                "offset": {"amount": 1, "unit": "month"},
                                "outputs": ["previous", "percent"]}],
         "fillMissingRows": {"member": "network.departure"}}}'
# #endregion

# #region calculated
curl --fail-with-body -sS -X POST "$ORIEL_URL/deployments/1/cubejs-api/v1/load" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"query": {
         "dimensions": ["network.half"],
         "measures": ["network.late_part", "network.share"],
         "calculatedFields": {
           "network.half": {"sql": "CASE WHEN MONTH(departure) <= 3 THEN '"'first'"' ELSE '"'second'"' END"},
           "network.late_part": {"sql": "late_flights / count", "title": "Late", "format": "percent_1"},
           "network.share": {"sql": "PERCENT_OF_TOTAL(network.count)"}}}}'
# #endregion

# #region report
curl --fail-with-body -sS -X POST "$ORIEL_URL/api/v1/deployments/1/reports" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"name": "Flights by month",
       "jsonQuery": "{\"measures\": [\"network.count\"], \"timeDimensions\": [{\"dimension\": \"network.departure\", \"granularity\": \"month\"}]}",
       "meta": {"kind": "table", "spec": {},
                "periodComparisons": [{"measure": "network.count", "timeDimension": "network.departure",
                                       "offset": {"amount": 1, "unit": "month"}}],
                "fillMissingRows": {"member": "network.departure"}}}'
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

# #region image-hosts
curl --fail-with-body -sS -X PUT "$ORIEL_URL/api/v1/app-config/image-hosts" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"hosts": ["images.example.com", "*.cdn.example.com"]}'
# #endregion

# #region host-page
curl --fail-with-body -sS -X PUT "$ORIEL_URL/api/v1/app-config" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"embedding": {"hostDashboardUrl": "https://app.example.com/reports/{dashboardPublicId}"}}'
# #endregion

# #region identity-provider
curl --fail-with-body -sS -X POST "$ORIEL_URL/api/v1/identity-providers" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"kind": "OIDC", "slug": "company", "name": "Company login",
       "oidc": {"issuer": "https://login.example.com", "clientId": "oriel", "clientSecret": "the secret of the application"}}'
# #endregion

# #region provisioning
curl --fail-with-body -sS -X PUT "$ORIEL_URL/api/v1/provisioning-settings" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/json" \
  -d '{"defaultRole": "Viewer", "roleByGroup": [{"group": "Analysts", "role": "Explorer"},
       {"group": "Data engineers", "role": "Developer"}]}'
# #endregion

# #region scim-user
curl --fail-with-body -sS -X POST "$ORIEL_URL/api/scim/v2/Users" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/scim+json" \
  -d '{"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": "grace@company.example",
       "externalId": "00u1a2b3c4", "name": {"givenName": "Grace", "familyName": "Hopper"}, "active": true}'
# #endregion

filter='userName%20eq%20%22grace@company.example%22'
user_id=$(curl --fail-with-body -sS "$ORIEL_URL/api/scim/v2/Users?filter=$filter" \
  -H "Authorization: Bearer $ORIEL_API_KEY" | sed -E 's/.*"id":"([0-9]+)".*/\1/')

# #region scim-deactivate
curl --fail-with-body -sS -X PATCH "$ORIEL_URL/api/scim/v2/Users/$user_id" \
  -H "Authorization: Bearer $ORIEL_API_KEY" -H "Content-Type: application/scim+json" \
  -d '{"schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
       "Operations": [{"op": "replace", "path": "active", "value": false}]}'
# #endregion
