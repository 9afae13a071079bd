import { createSelectCheck } from '../statement-api/select-check.ts';

/** A backslash escapes what follows it; in a raw text (`r'…'`) it stays, and the sign behind it is none that ends. */
const text = (quote: string) => String.raw`${quote}[^${quote}\\]*(?:\\[\s\S][^${quote}\\]*)*${quote}`;
const longText = (quotes: string) => String.raw`${quotes}(?:[^\\]|\\[\s\S])*?${quotes}`;

/**
 * Checks that a statement is one SELECT: BigQuery runs several as a script, which may write.
 *
 * @throws `query.sql_refused`
 * @see https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical
 */
export const checkIsSelect = createSelectCheck({
  quoted: [
    longText(`'''`),
    longText('"""'),
    text(`'`),
    text('"'),
    text('`'),
    String.raw`(?:--|#)[^\n\r]*`,
    String.raw`/\*[\s\S]*?\*/`,
  ],
});
