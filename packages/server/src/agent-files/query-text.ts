/** A query in the body of a file, with or without a fence, as JSON text. */
export function queryOf(body: string): string | undefined {
  const fenced = /```[a-z]*\n([\s\S]*?)```/.exec(body)?.[1] ?? body;
  try {
    const query: unknown = JSON.parse(fenced);
    return typeof query === 'object' && query !== null && !Array.isArray(query)
      ? JSON.stringify(query)
      : undefined;
  } catch {
    // It is told as a problem of the file.
    return undefined;
  }
}
