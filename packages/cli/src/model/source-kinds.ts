import { duckdb, type Dialect } from '@oriel/semantic';
import type { SourceConfig } from '@oriel/engine';
import { UsageError } from '../command.ts';

/** A kind of database that a query can be asked of. */
export interface SourceKind {
  readonly dialect: Dialect;
  /** How it is reached, from the whole text of `--source`. */
  configOf(text: string): SourceConfig;
}

/** By what stands before the first colon of `--source`. */
const sourceKinds = new Map<string, SourceKind>([
  [
    'duckdb',
    { dialect: duckdb, configOf: (text) => ({ type: 'duckdb', path: text.slice('duckdb:'.length) }) },
  ],
]);

/** Whose SQL is shown where no source is named. */
export const defaultDialect: Dialect = duckdb;

/**
 * Finds the kind of a source. An address may hold a password, so no more of it is told than what stands before the first
 * colon.
 *
 * @throws {@link UsageError} for a kind that there is not
 */
export function getSourceKind(text: string): SourceKind {
  const [scheme = ''] = text.split(':');
  const kind = text.includes(':') ? sourceKinds.get(scheme) : undefined;
  if (kind) return kind;
  throw new UsageError(
    /^postgres(ql)?$/.test(scheme)
      ? '--source: PostgreSQL is not available in this version; give duckdb:FILE'
      : `--source takes duckdb:FILE, not ${JSON.stringify(scheme)}`,
  );
}
