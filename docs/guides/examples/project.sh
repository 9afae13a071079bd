# Run by scripts/docs/guide-commands.test.mjs from the root of a clone, with ORIEL_URL and ORIEL_API_KEY set.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# #region helpers
# call METHOD PATH [BODY]: one request, its answer on standard output; a refusal ends the script with its message.
call() {
  curl --fail-with-body -sS -X "$1" "$ORIEL_URL$2" -H "Authorization: Bearer $ORIEL_API_KEY" \
    -H "Content-Type: application/json" ${3:+-d "$3"}
}
# field PATH: a field of the answer on standard input.
field() { node -e "console.log(JSON.parse(require('fs').readFileSync(0)).$1)"; }
# #endregion

# #region create
cp -r docs/guides/examples/orders "$work/shop"
id=$(call POST /build/api/v1/deployments '{"name": "Shop", "creationMethod": "upload"}' | field id)
build=/build/api/v1/deployments/$id
api=/api/v1/deployments/$id
# #endregion

# #region deploy
npx oriel deploy "$work/shop" --deployment "$id" -m 'First deployment'
# #endregion

# #region report
call POST "$api/reports" '{
  "name": "Sales by status",
  "jsonQuery": "{\"measures\": [\"sales.total_amount\"], \"dimensions\": [\"sales.status\"]}"}'
# #endregion

# #region dev-mode
branch=$(call POST "$build/dev-mode" | field branchName)
sed -i.before 's/total_amount/revenue/' "$work/shop/orders.yml"
body=$(node -e "console.log(JSON.stringify({ files: [
  { path: 'orders.yml', content: require('fs').readFileSync(process.argv[1], 'utf8') }] }))" "$work/shop/orders.yml")
call PUT "$build/data-model/files" "$body"
# #endregion

# #region check
call GET "$build/data-model/validate?devMode=true"
call GET "$api/content-validation"
# #endregion

# #region merge
call POST "$build/commit" '{"message": "Call the amount revenue"}'
call POST "$build/merge-to-default" '{"message": "Revenue", "branchName": "'"$branch"'", "removeBranchAfterMerge": true}'
# #endregion

# #region git
git clone --quiet "${ORIEL_URL/:\/\//:\/\/user:$ORIEL_API_KEY@}/git/deployments/$id.git" "$work/clone"
sed -i.before 's/Orders with the customers/All orders, with the customers/' "$work/clone/sales.yml"
rm "$work/clone/sales.yml.before"
git -C "$work/clone" -c user.name=Anna -c user.email=anna@example.com commit --quiet --all --message 'Describe the view'
git -C "$work/clone" push --quiet
# #endregion

# #region rollback
for try in $(seq 120); do
  [ "$(call GET "$api/build-status?branchName=master" | field status)" = building ] || break
  sleep 1
done
before=$(call GET "$api/builds?branchName=master&state=success" | field 'items[1].id')
call POST "$api/builds/$before/rollback"
# #endregion
