import { engineError } from '../../errors/errors.ts';

/** How the SQL of an engine is cut into words. */
interface SqlWords {
  /** Regular expressions of what has no words of SQL in it: texts, quoted names and comments. */
  readonly quoted: readonly string[];
  /** Signs of several characters that a SELECT may not have. */
  readonly refusedSigns?: readonly string[];
}

const SELECT = /^(?:select|with|values|table)$/i;
/** What may follow the common tables of a WITH. */
const MAIN = /^(?:select|values|table)$/i;
const ONE_SELECT = 'The SQL of the model has to be one SELECT statement';

/**
 * Makes the check that a statement is one SELECT: its first word, behind common tables the word that follows them, no
 * second statement, and nothing that is left open, behind which the engine could see other words than the check.
 */
export function createSelectCheck({ quoted, refusedSigns = [] }: SqlWords): (sql: string) => void {
  const token = new RegExp(
    [
      `(?<blank>\\s+|${quoted.join('|')})`,
      String.raw`(?<word>[\p{L}\p{N}_$@:.]+)`,
      `(?<refused>${[...refusedSigns, ';', '[\'"`]', String.raw`/\*`].join('|')})`,
      String.raw`(?<sign>[\s\S])`,
    ].join('|'),
    'gu',
  );
  return (sql) => {
    const state = { depth: 0, isFirst: true, isWith: false, isBehindTable: false };
    for (const { groups = {} } of sql.matchAll(token)) {
      if (groups['refused'] !== undefined) throw refused();
      if (groups['word'] !== undefined) takeWord(state, groups['word']);
      else if (groups['sign'] !== undefined) takeSign(state, groups['sign']);
    }
    if (state.isFirst) throw refused();
  };
}

/** Where in a statement the check is. */
interface CheckState {
  depth: number;
  isFirst: boolean;
  /** Among the common tables of a WITH. */
  isWith: boolean;
  /** Behind a parenthesis that closes at their level. */
  isBehindTable: boolean;
}

function takeWord(state: CheckState, word: string): void {
  if (state.isFirst) {
    if (!SELECT.test(word)) throw refused();
    state.isFirst = false;
    state.isWith = word.toLowerCase() === 'with';
    // A WITH may stand in parentheses.
    state.depth = 0;
    return;
  }
  if (!state.isWith || !state.isBehindTable || state.depth > 0) return;
  state.isBehindTable = false;
  // Behind the names of its columns, and how often it may refer to itself.
  if (/^(?:as|max)$/i.test(word)) return;
  if (!MAIN.test(word)) throw refused();
  state.isWith = false;
}

function takeSign(state: CheckState, sign: string): void {
  if (state.isFirst && sign !== '(') throw refused();
  if (sign === '(') {
    // A SELECT in parentheses, behind the common tables.
    if (state.isWith && state.isBehindTable && state.depth === 0) state.isWith = false;
    state.depth += 1;
  } else if (sign === ')') {
    state.depth -= 1;
    state.isBehindTable = state.depth === 0;
  } else if (state.depth === 0) state.isBehindTable = false;
}

const refused = () => engineError('query.sql_refused', { reason: ONE_SELECT });
