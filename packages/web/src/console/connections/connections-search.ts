/** What the address says of a flow that has just ended: the integration by its id. */
interface ConnectionsSearch {
  readonly connected?: number;
  readonly failed?: number;
}

/** Reads the search of the page; what is no id is left out. */
export function readConnectionsSearch(search: Record<string, unknown>): ConnectionsSearch {
  const [connected, failed] = [search['connected'], search['failed']].map(Number);
  return {
    ...(isId(connected) && { connected }),
    ...(isId(failed) && { failed }),
  };
}

function isId(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value > 0;
}
