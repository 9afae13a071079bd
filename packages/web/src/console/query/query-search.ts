/** The query that an address asks, as JSON; the router may have it as an object already. What is none is left out. */
export function readQuerySearch({ query }: Record<string, unknown>): { query?: object | undefined } {
  const asked = typeof query === 'string' ? parse(query) : query;
  return {
    query: typeof asked === 'object' && asked !== null && !Array.isArray(asked) ? asked : undefined,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
