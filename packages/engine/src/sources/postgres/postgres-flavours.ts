import { postgres } from '@oriel/semantic';
import type { PostgresSourceConfig, RedshiftSourceConfig } from '../connection/source-config.ts';

/** What a database has its own way that speaks the protocol of PostgreSQL. */
export interface PostgresFlavour {
  /** What is said to be missing where nothing answers. */
  readonly product: string;
  readonly port: number;
  /** Statements of a transaction that can only read, with the session that the SQL relies on. */
  readonly begin: readonly string[];
  /** Takes back what a statement may have set, as by `set_config`, and what would outlast the transaction. */
  readonly end: string;
}

/** Otherwise temporary objects, as of another client behind a pooler, come before all others. */
const FIXED_SEARCH_PATH =
  "SELECT set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), 'pg_temp'), true)";

const flavours: Readonly<
  Record<PostgresSourceConfig['type'] | RedshiftSourceConfig['type'], PostgresFlavour>
> = {
  postgres: {
    product: 'PostgreSQL',
    port: 5432,
    begin: ['BEGIN READ ONLY', ...postgres.session, FIXED_SEARCH_PATH],
    end: 'ROLLBACK; SELECT pg_advisory_unlock_all()',
  },
  // It comes from PostgreSQL 8.0 and does not know what is younger: `standard_conforming_strings`, `concat_ws`,
  // advisory locks. Each connection is one session of its own, without a pooler between.
  redshift: {
    product: 'Redshift',
    port: 5439,
    begin: ['BEGIN READ ONLY', "SET TimeZone = 'UTC'", "SET DateStyle = 'ISO'"],
    end: 'ROLLBACK',
  },
};

/** The flavour of a source. */
export const flavourOf = ({ type }: PostgresSourceConfig | RedshiftSourceConfig): PostgresFlavour =>
  flavours[type];
