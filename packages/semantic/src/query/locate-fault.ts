import { QueryError } from './query.ts';

/**
 * Does what reads one part of a query, and says of a fault of the caller's in which part it lies.
 *
 * @throws QueryError with a message that begins with `path`; anything else as it is
 */
export function locateFault<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryError) || error.path !== undefined) throw error;
    throw new QueryError(error.code, `${path}: ${error.message}`, error.member, path);
  }
}

/**
 * Does what reads one of several queries, and puts its place in front of that of a fault.
 *
 * @throws QueryError with the whole path; anything else as it is
 */
export function locateWithin<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const inner = error.path === undefined ? '' : `.${error.path}`;
    throw new QueryError(error.code, `${path}: ${error.message}`, error.member, `${path}${inner}`);
  }
}
