# Run by scripts/docs/guide-commands.test.mjs against the demo, with ORIEL_URL and ORIEL_API_KEY set.
set -euo pipefail

# #region helpers
# call METHOD PATH [BODY] [HEADER]: one request, its answer on standard output; a refusal ends the script with its message.
call() {
  curl --fail-with-body -sS -X "$1" "$ORIEL_URL/api/v1$2" -H "Authorization: Bearer $ORIEL_API_KEY" \
    -H "Content-Type: application/json" ${3:+-d "$3"} ${4:+-H "$4"}
}
# field PATH: a field of the answer on standard input.
field() { node -e "console.log(JSON.parse(require('fs').readFileSync(0)).$1)"; }
workspace=/deployments/1/workspace
# #endregion

# #region as-code
call PUT /deployments/1/workbooks/by-slug/weekly-review '{"name": "Weekly review", "meta": {"owner": "ops"}}'
workbook=$(call PUT /deployments/1/workbooks/by-slug/weekly-review '{}' | field id)
call PUT /deployments/1/reports/by-public-id/flightsByDay '{
  "name": "Flights by day", "workbookId": '"$workbook"',
  "jsonQuery": "{\"measures\": [\"network.count\"], \"timeDimensions\": [{\"dimension\": \"network.departure\", \"granularity\": \"day\"}]}",
  "meta": {"kind": "table", "spec": {}}}'
# #endregion

# #region publish
report=$(call PUT /deployments/1/reports/by-public-id/flightsByDay '{}' | field id)
call POST "/deployments/1/workbooks/$workbook/publish" '{
  "workbookId": '"$workbook"',
  "config": {"title": "Weekly review", "widgets": [
    {"id": "days", "type": "CHART", "position": {"x": 0, "y": 0, "w": 12, "h": 6},
     "config": {"reportId": '"$report"'}}]}}'
# #endregion

# #region idempotency
key=$(node -p 'crypto.randomUUID()')
first=$(call POST /deployments/1/folders '{"name": "Imported"}' "Idempotency-Key: $key" | field id)
again=$(call POST /deployments/1/folders '{"name": "Imported"}' "Idempotency-Key: $key" | field id)
test "$first" = "$again"
folder=$first
# #endregion

# #region etag
etag=$(curl -sS -o /dev/null -D - "$ORIEL_URL/api/v1/deployments/1/workbooks/$workbook" \
  -H "Authorization: Bearer $ORIEL_API_KEY" | tr -d '\r' | sed -n 's/^etag: //Ip')
call PUT "/deployments/1/workbooks/$workbook" '{"name": "Weekly review, north"}' "If-Match: $etag"
# The tag is that of the state before now, so this is refused with 412.
call PUT "/deployments/1/workbooks/$workbook" '{"name": "Too late"}' "If-Match: $etag" || true
# #endregion

# #region dry-run
items='[{"type": "WORKBOOK", "id": '"$workbook"'}, {"type": "REPORT", "id": 999999}]'
call POST "$workspace/bulk-move" '{"items": '"$items"', "folderId": '"$folder"', "dryRun": true}'
# #endregion

# #region move-and-undo
undo=$(call POST "$workspace/bulk-move" '{"items": '"$items"', "folderId": '"$folder"'}' | field undoId)
call POST "$workspace/undo/$undo"
# #endregion

# #region trash
call POST "$workspace/bulk-delete" '{"items": [{"type": "WORKBOOK", "id": '"$workbook"'}]}'
entry=$(call GET "$workspace/trash?first=1" | field 'items[0].id')
call POST "$workspace/trash/$entry/restore"
# #endregion

# #region versions
call GET "/deployments/1/workbooks/$workbook/dashboard/versions"
call POST "/deployments/1/workbooks/$workbook/dashboard/versions/1/restore" '{}'
# #endregion

# #region audit
call GET "/audit-logs?resource=workbook&resourceId=$workbook&first=5"
curl --fail-with-body -sS -G "$ORIEL_URL/api/v1/audit-logs/export" -H "Authorization: Bearer $ORIEL_API_KEY" \
  -d deploymentId=1 -d start=2001-01-01T00:00:00Z > changes.csv
# #endregion

# #region notification
dashboard=$(call GET "/deployments/1/workbooks/$workbook" | field publishedDashboard.publicId)
notification=$(call POST /deployments/1/notifications '{
  "dashboardPublicId": "'"$dashboard"'",
  "scheduleType": "WEEKLY", "dayOfWeek": 1, "hour": 9, "timezone": "Europe/Berlin", "notificationFormat": "pdf"}' | field id)
call POST "/deployments/1/notifications/$notification/recipients" '{"recipients": [
  {"type": "USER", "email": "admin@oriel.localhost"},
  {"type": "EMBED_USER", "embedTenantName": "skyline-travel", "externalId": "dana@skyline.example",
   "userAttributes": [{"name": "states", "value": ["CA", "NV"]}]}]}'
call POST "/deployments/1/notifications/$notification/run"
call GET "/deployments/1/notifications/$notification/runs"
# #endregion

# #region host-page
call PUT /app-config '{"embedding": {"hostDashboardUrl": "https://app.example.com/reports/{dashboardPublicId}"}}'
# #endregion

# #region tear-down
call DELETE "/deployments/1/notifications/$notification"
call POST "$workspace/bulk-delete" '{"items": [{"type": "WORKBOOK", "id": '"$workbook"'}, {"type": "FOLDER", "id": '"$folder"'}]}'
# #endregion
