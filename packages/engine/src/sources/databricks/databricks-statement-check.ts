import { createSelectCheck } from '../statement-api/select-check.ts';

/**
 * Checks that a statement is one SELECT: a WITH may have an INSERT behind it. In a raw text (`r'…'`) a backslash
 * escapes nothing, and one at the end of a line goes on with its comment.
 *
 * @throws `query.sql_refused`
 * @see https://docs.databricks.com/aws/en/sql/language-manual/sql-ref-literals
 */
export const checkIsSelect = createSelectCheck({
  quoted: [
    `[rR]'[^']*'`,
    `[rR]"[^"]*"`,
    String.raw`'[^'\\]*(?:\\[\s\S][^'\\]*)*'`,
    String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*"`,
    '`(?:[^`]|``)*`',
    String.raw`--(?:\\\r?\n|[^\n\r])*`,
    String.raw`/\*[\s\S]*?\*/`,
  ],
});
