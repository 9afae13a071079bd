import type { PrintedSql, ProvenanceSpan } from '@oriel/semantic';
import { EngineError, type FailureLocation, engineError } from './errors.ts';

/**
 * Puts the member in front of a database failure that its SQL caused, where provenance tells it; other errors stay as
 * they are.
 */
export function nameMember(error: unknown, statement: PrintedSql): unknown {
  if (!(error instanceof EngineError) || error.code !== 'query.failed') return error;
  const member = memberOf(error, statement);
  if (member === undefined) return error;
  return engineError(
    'query.failed',
    { reason: `${member}: ${error.message}` },
    { cause: error.cause, member },
  );
}

function memberOf({ at, suspect }: FailureLocation, statement: PrintedSql): string | undefined {
  if (at !== undefined) return sourceAt(statement.provenance, at);
  return suspect && onlySuspect(statement, SUSPECTS[suspect]);
}

/** The member or cube that a character of a statement belongs to; inner spans come first. */
function sourceAt(provenance: readonly ProvenanceSpan[], at: number): string | undefined {
  return provenance.find(([from, to]) => from <= at && at < to)?.[2];
}

/** What is quoted, and comments: nothing in them divides or converts. */
const QUIET = String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*|/\*[\s\S]*?\*/`;

/** What may fail so, as the named group. A value of a caller has been checked before it is bound. */
const SUSPECTS: Record<NonNullable<FailureLocation['suspect']>, RegExp> = {
  division: new RegExp(String.raw`${QUIET}|(?<found>/|%|\b(?:mod|div)\s*\()`, 'gi'),
  conversion: new RegExp(String.raw`${QUIET}|(?<found>::|\bcast\s*\((?!\$)|\b(?:to|make)_\w+\s*\()`, 'gi'),
};

/** The only member with SQL that may fail so, if nothing else of the statement may. */
function onlySuspect({ sql, provenance }: PrintedSql, pattern: RegExp): string | undefined {
  const found = [...sql.matchAll(pattern)].filter(({ groups }) => groups?.['found'] !== undefined);
  const sources = new Set(found.map(({ index }) => sourceAt(provenance, index)));
  const [only] = sources;
  return sources.size === 1 ? only : undefined;
}
