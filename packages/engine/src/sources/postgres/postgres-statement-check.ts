import { engineError } from '../../errors/errors.ts';

/** Blanks and comments to the end of a line; the compiler writes neither, the author of a refresh key may. */
const BEFORE_STATEMENT = /^(?:[\s(]|--[^\n\r]*)*/;
const SELECT = /^(?:select|with|values|table)(?![\w$])/i;

/**
 * Checks that a statement is a SELECT, which in PostgreSQL its first word tells. That it is the only one is held by the
 * protocol, which refuses a second, and that a part of it does not write (`WITH … AS (INSERT …)`) by the read-only
 * transaction.
 *
 * @throws `query.sql_refused`
 */
export function checkIsSelect(sql: string): void {
  if (!SELECT.test(sql.replace(BEFORE_STATEMENT, '')))
    throw engineError('query.sql_refused', { reason: 'The SQL of the model has to be one SELECT statement' });
}
