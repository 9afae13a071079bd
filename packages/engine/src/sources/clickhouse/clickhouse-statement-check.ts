import { engineError } from '../../errors/errors.ts';

/** Blanks and comments to the end of a line; the compiler writes neither, the author of a refresh key may. */
const BEFORE_STATEMENT = /^(?:[\s(]|--[^\n]*)*/;
const SELECT = /^(?:select|with)(?![\w$])/i;

/**
 * Checks that a statement begins as a SELECT does. That it is the only one is held by the server, which takes one with
 * each request, and that a part of it does not write (`WITH … INSERT`) by the setting `readonly`.
 *
 * @throws `query.sql_refused`
 */
export function checkIsSelect(sql: string): void {
  if (!SELECT.test(sql.replace(BEFORE_STATEMENT, '')))
    throw engineError('query.sql_refused', { reason: 'The SQL of the model has to be one SELECT statement' });
}
