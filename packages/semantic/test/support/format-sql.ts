const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+|\w+|./gs;
const CLAUSES = new Set([
  'WITH',
  'SELECT',
  'FROM',
  'LEFT',
  'SEMI',
  'CROSS',
  'WHERE',
  'GROUP',
  'HAVING',
  'ORDER',
  'LIMIT',
]);
const KINDS_OF_JOIN = new Set(['LEFT', 'SEMI', 'CROSS']);
const INDENT = '  ';

/** A level of nesting: a query, with a line for each clause, or a parenthesis or CASE, which stays in its line. */
interface Level {
  readonly isQuery: boolean;
  readonly depth: number;
  clause: string;
}

/**
 * Lays SQL out for readers: a line for each clause, selected column and condition, sub-queries indented. Only white
 * space outside of quotes changes, so that what is read is what was compiled. Comments are not understood.
 */
export function formatSql(sql: string): string {
  const tokens = sql.trim().match(TOKEN) ?? [];
  const levels: Level[] = [{ isQuery: true, depth: 0, clause: '' }];
  let out = '';
  const line = (depth: number) => {
    out = `${out.trimEnd()}\n${INDENT.repeat(depth)}`;
  };
  for (const [index, token] of tokens.entries()) {
    const level = levels.at(-1);
    if (!level) throw new Error(`A parenthesis closes what none has opened: ${sql}`);
    const opensQuery = token === '(' && /^(SELECT|WITH)$/.test(tokens[index + 1] ?? '');
    if (/^\s/.test(token)) {
      if (!/\s$/.test(out)) out += ' ';
    } else if (token === '(' || token === 'CASE') {
      levels.push({ isQuery: opensQuery, depth: level.depth + 1, clause: '' });
      out += token;
    } else if (token === ')' || token === 'END') {
      levels.pop();
      if (level.isQuery) line(level.depth - 1);
      out += token;
    } else if (level.isQuery) {
      // Apart from the addition, which would read what stood there before the line was begun.
      const text = breakQuery(token, level, line);
      out += text;
    } else {
      out += token;
    }
  }
  return out.trimEnd();
}

/** Begins the lines that a query's own words begin, and ends those that its commas end. */
function breakQuery(token: string, level: Level, line: (depth: number) => void): string {
  const isDistinctFrom = token === 'FROM' && level.clause !== 'SELECT';
  if (CLAUSES.has(token) && !isDistinctFrom) {
    if (level.depth > 0 || level.clause !== '') line(level.depth);
    level.clause = token;
  } else if (token === 'JOIN') {
    // Behind the word for its kind there is a line already.
    if (!KINDS_OF_JOIN.has(level.clause)) line(level.depth);
    level.clause = token;
  } else if (token === 'AND' && (level.clause === 'WHERE' || level.clause === 'HAVING')) {
    line(level.depth + 1);
  } else if (token === ',' && level.clause === 'SELECT') {
    return `,\n${INDENT.repeat(level.depth + 1)}`;
  } else if (token === ',' && level.clause === 'WITH') {
    return `,\n${INDENT.repeat(level.depth)}`;
  }
  return token;
}
