import { QueryError } from '../../query/query.ts';

/**
 * Lowers what a policy says. A value that does not fit its member is no fault of the query's, and the caller is told
 * neither the member nor the value.
 *
 * @throws QueryError `invalid_policy`
 */
export function lowerPolicy<T>(lower: () => T): T {
  try {
    return lower();
  } catch (error) {
    if (!(error instanceof QueryError) || !['invalid_value', 'invalid_date'].includes(error.code))
      throw error;
    throw new QueryError(
      'invalid_policy',
      `A row filter of the model does not fit the caller: ${error.message}`,
    );
  }
}
