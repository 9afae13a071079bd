import { createSelectCheck } from '../statement-api/select-check.ts';

/**
 * Checks that a statement is one SELECT. The flow operator (`->>`) chains a SELECT with statements of any kind, and a
 * WITH may bring a procedure.
 *
 * @throws `query.sql_refused`
 * @see https://docs.snowflake.com/en/sql-reference/operators-flow
 */
export const checkIsSelect = createSelectCheck({
  quoted: [
    String.raw`'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'`,
    String.raw`\$\$[\s\S]*?\$\$`,
    `"(?:[^"]|"")*"`,
    String.raw`(?:--|//)[^\n\r]*`,
    String.raw`/\*[\s\S]*?\*/`,
  ],
  refusedSigns: ['->>'],
});
