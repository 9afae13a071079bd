import type { Dialect } from '@oriel/semantic';
import { join } from 'node:path';
import { findPython, openPythonDoor } from './python-door.ts';

/** What a parser that is not ours says of a statement. */
interface ReadStatement {
  /** Functions that it does not know. */
  readonly unknown: readonly string[];
  /** Sub-queries that look at rows around them. */
  readonly correlated: readonly string[];
  /** Outer joins without an equality between their sides. */
  readonly unequal: readonly string[];
  /**
   * Where values of different kinds of types meet in a comparison, a choice or a union, as far as types are known.
   * Times of the tables are instants to BigQuery.
   */
  readonly mixed: readonly string[];
  /** The same statement for DuckDB, as it sees it. */
  readonly duckdb: string;
}

export interface Sqlglot {
  /**
   * @param tables statements of PostgreSQL that make the tables
   * @throws for what is not one statement of the dialect, or names a column that no table has
   */
  read(dialect: Dialect, sql: string, tables: string): Promise<ReadStatement>;
  close(): Promise<void>;
}

/** How to get it where it is not here, for a test's `skip`. */
export function sqlglotIsMissing(): string | false {
  const found = findPython('sqlglot');
  return 'missing' in found && found.missing;
}

export function openSqlglot(): Sqlglot {
  const found = findPython('sqlglot');
  if ('missing' in found) throw new Error(found.missing);
  const door = openPythonDoor(found.python, join(import.meta.dirname, 'sqlglot-door.py'));
  return {
    // The form of the program's answers.
    read: async ({ name }, sql, tables) => (await door.ask({ dialect: name, sql, tables })) as ReadStatement,
    close: door.close,
  };
}
