import { isJsonObject } from '@oriel/contract';

/** A query in the body of a file, with or without a fence, as JSON text. */
export function queryOf(body: string): string | undefined {
  const fenced = /```[a-z]*\n([\s\S]*?)```/.exec(body)?.[1] ?? body;
  try {
    const query: unknown = JSON.parse(fenced);
    return isJsonObject(query) ? JSON.stringify(query) : undefined;
  } catch {
    // It is told as a problem of the file.
    return undefined;
  }
}
