import { QueryError } from './query.ts';

/**
 * Does what reads one part of a query, and says of a fault of the caller's in which part it lies.
 *
 * @throws QueryError whose message begins with `path`; anything else as it is
 */
export function locateFault<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryError) || error.path !== undefined) throw error;
    throw new QueryError(error.code, `${path}: ${error.message}`, error.member, path);
  }
}
