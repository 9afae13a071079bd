# Each region is run on its own by scripts/docs/command-line-examples.test.mjs, from the root of the repository.

# #region check
npx oriel model check docs/guides/examples/orders
# #endregion

# #region misspelt
npx oriel model check docs/guides/examples/command-line/misspelt
# #endregion

# #region sql
npx oriel model sql docs/guides/examples/orders \
  --query '{"measures": ["sales.count"], "filters": [{"member": "sales.status", "operator": "equals", "values": ["paid"]}]}' \
  --context '{"svcCloud": {"groups": ["analysts"]}}'
# #endregion

# #region query
npx oriel model query docs/guides/examples/orders --source duckdb::memory: \
  --query '{"measures": ["sales.total_amount"], "timeDimensions": [{"dimension": "sales.created_at", "granularity": "month"}]}' \
  --context '{"svcCloud": {"groups": ["analysts"]}}'
# #endregion

# #region policy
npx oriel model query docs/guides/examples/orders --source duckdb::memory: \
  --query '{"measures": ["sales.total_amount"]}' \
  --context '{"svcCloud": {"userAttributes": {"states": ["CA"]}}}'
# #endregion

# #region many
npx oriel model query docs/guides/examples/orders --source duckdb::memory: --queries - <<'END'
{"query": {"measures": ["sales.count"]}, "securityContext": {"svcCloud": {"groups": ["analysts"]}}}
{"query": {"measures": ["sales.count"]}, "securityContext": {"svcCloud": {"userAttributes": {"states": ["NY"]}}}}
{"query": {"measures": ["sales.amount"]}}
END
# #endregion

# #region ci
set -o pipefail
npx oriel model check docs/guides/examples/orders
npx oriel model query docs/guides/examples/orders --source duckdb::memory: \
  --queries docs/guides/examples/command-line/questions.jsonl --now 2026-03-01 | { ! grep '^{"error"'; }
# #endregion
