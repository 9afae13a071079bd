import { engineError } from '../../errors/errors.ts';

/** Of a mode without backslash escapes: what is quoted ends at its quote. */
const TOKEN = new RegExp(
  [
    String.raw`(?<executed>/\*M?!)`,
    String.raw`/\*[\s\S]*?(?:\*/|$)`,
    // Two dashes begin a comment before a blank alone.
    String.raw`(?:#|--(?=[\s\p{Cc}]|$))[^\n]*`,
    `'(?:[^']|'')*'`,
    `"(?:[^"]|"")*"`,
    '`(?:[^`]|``)*`',
    // Its point belongs to a number, and not to a name behind it.
    String.raw`\d+(?:\.\d*)?(?:e[+-]?\d+)?`,
    // Behind a point every word is a name.
    String.raw`(?<word>(?:\.\s*)?[\p{L}_$@][\p{L}\p{N}_$]*)`,
    String.raw`(?<sign>\S)`,
  ].join('|'),
  'giu',
);

const SELECT = /^(?:select|with|values|table)$/i;
/** What a SELECT writes, and the function that reads files of the server. */
const REFUSED = /^(?:into|load_file)$/i;

/**
 * Checks that a statement is a SELECT that locks no rows and writes no file. That it is the only one is held by the
 * server, which prepares no more than one, and that a part of it does not write (`WITH … DELETE`, a function) by the
 * session, which only reads.
 *
 * @throws `query.sql_refused`
 */
export function checkIsSelect(sql: string): void {
  const words: string[] = [];
  let isFirst = true;
  for (const { groups = {} } of sql.matchAll(TOKEN)) {
    const { executed, word, sign } = groups;
    if (executed !== undefined) throw refused('Comments that MySQL executes (`/*! … */`) are refused');
    if (isFirst && sign !== undefined && sign !== '(') throw refused(ONE_SELECT);
    if (word === undefined) continue;
    if (isFirst && !SELECT.test(word)) throw refused(ONE_SELECT);
    isFirst = false;
    words.push(word);
    if (REFUSED.test(word)) throw refused(`The SQL of the model may not have ${word.toUpperCase()}`);
    if (LOCKS.test(words.slice(-2).join(' '))) throw refused('The SQL of the model may not lock rows');
  }
  if (isFirst) throw refused(ONE_SELECT);
}

const LOCKS = /^(?:for (?:update|share)|lock in)$/i;
const ONE_SELECT = 'The SQL of the model has to be one SELECT statement';

function refused(reason: string) {
  return engineError('query.sql_refused', { reason });
}
