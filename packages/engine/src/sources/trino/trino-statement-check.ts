import { engineError } from '../../errors/errors.ts';

const BLANK = String.raw`(?:\s|--[^\n\r]*|/\*[\s\S]*?\*/)`;
const BEFORE_STATEMENT = new RegExp(String.raw`^(?:${BLANK}|\()*`);
const SELECT = /^(?:select|with|values|table)(?![\w$@:])/i;
/** Settings before a SELECT, as of its time limit; a common table may have the name. */
const WITH_SESSION = new RegExp(
  String.raw`^with${BLANK}+session(?![\w$@:])(?!${BLANK}*(?:\(|as(?![\w$@:])))`,
  'i',
);

/**
 * Checks that a statement is a SELECT that brings no settings, which its first words tell. That it is the only one is
 * held by Trino, which takes none with a semicolon in it, and no part of a SELECT writes.
 *
 * @throws `query.sql_refused`
 * @see https://trino.io/docs/current/sql/select.html
 */
export function checkIsSelect(sql: string): void {
  const statement = sql.replace(BEFORE_STATEMENT, '');
  if (!SELECT.test(statement) || WITH_SESSION.test(statement))
    throw engineError('query.sql_refused', { reason: 'The SQL of the model has to be one SELECT statement' });
}
