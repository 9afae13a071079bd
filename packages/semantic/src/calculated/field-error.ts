import { QueryError } from '../query/query.ts';

/** The refusal of an expression, with the place in its text. */
export function fieldError(at: number, message: string): QueryError {
  return new QueryError('invalid_expression', `${message}, at character ${at}`);
}
