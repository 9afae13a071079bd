import type { FailureLocation } from '../../errors/errors.ts';
import type { Statement } from '../connection/source.ts';

/** Numbers of faults that name what is wrong, and which words of theirs do. */
const NAMED = new Map<number, RegExp>([
  // An unknown column, an ambiguous one, a table that is not there, a function that is not there.
  [1054, /'([^']+)'/],
  [1052, /'([^']+)'/],
  [1146, /'([^']+)'/],
  [1305, /^FUNCTION (\S+)/],
  // A column of neither a group nor an aggregation, which MySQL and MariaDB name.
  [1055, /'([^']+)'/],
]);
const SYNTAX = 1064;
/** A text that is no value of the type that it is compared with. */
const INCORRECT_VALUE = new Set([1292, 1366, 1411, 1525, 4131]);

/** Where a fault lies, as far as the words of the server tell: they name no position. */
export function locationOf(errno: number, message: string, { sql, params }: Statement): FailureLocation {
  if (INCORRECT_VALUE.has(errno)) return locateValue(message, params);
  const at =
    errno === SYNTAX ? locateSyntax(message, sql) : locateName(NAMED.get(errno)?.exec(message)?.[1], sql);
  return at === undefined ? {} : { at };
}

/** The only bound value that it quotes; otherwise something of the SQL could not be converted. */
function locateValue(message: string, params: Statement['params']): FailureLocation {
  const quoted = /value: '([\s\S]*)'/.exec(message)?.[1];
  const found = [...params.entries()].filter(([, value]) => value === quoted);
  const [only] = found;
  return only && found.length === 1 ? { parameter: only[0] + 1 } : { suspect: 'conversion' };
}

/** It quotes what follows, 80 characters at most, and tells the line that this begins in. */
function locateSyntax(message: string, sql: string): number | undefined {
  const [, near, line] = /near '([\s\S]*)' at line (\d+)$/.exec(message) ?? [];
  if (near === undefined || line === undefined) return undefined;
  const before = sql.split('\n').slice(0, Number(line) - 1);
  const start = before.reduce((length, text) => length + text.length + 1, 0);
  const found = sql.indexOf(near, start);
  return near === '' || found === -1 ? undefined : found;
}

/** The first place that has a name, quoted or not: with what qualifies it, or without. */
function locateName(name: string | undefined, sql: string): number | undefined {
  if (name === undefined) return undefined;
  const parts = name.split('.').map(escapeName);
  for (let count = parts.length; count > 0; count -= 1) {
    const found = sql.search(
      new RegExp(`(?<![\\w$\`.])${parts.slice(-count).join('\\s*\\.\\s*')}(?![\\w$])`),
    );
    if (found !== -1) return found;
  }
  const last = parts.at(-1);
  const found = last === undefined ? -1 : sql.search(new RegExp(`(?<![\\w$])${last}(?![\\w$])`));
  return found === -1 ? undefined : found;
}

const escapeName = (name: string) => `\`?${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\`?`;
