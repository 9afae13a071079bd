"""Runs scim2-tester against the server at the first argument, with the key in SCIM_KEY, and prints what it has found as JSON."""

import json
import os
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

headers = {"Authorization": f"Bearer {os.environ['SCIM_KEY']}"}
with Client(base_url=sys.argv[1], headers=headers, timeout=120, trust_env=False) as http:
    results = check_server(SyncSCIMClient(http))
found = [
    {
        "check": f"{result.resource_type or 'Service'}: {result.title}",
        "status": result.status.name,
        "reason": result.reason or "",
    }
    for result in results
]
print(json.dumps(found))
