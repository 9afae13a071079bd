import pg from 'pg';

/** What a PostgreSQL has done since it was started, as its statistics have it. */
interface DatabaseFigures {
  /** Rows of our tables that were looked at, by scans of tables and of indexes. */
  readonly rowsRead: number;
  /** Rows of our tables that were inserted, changed or deleted. */
  readonly rowsWritten: number;
  /** Bytes of the write-ahead log. */
  readonly walBytes: number;
  /** How often the log was brought to the disk. */
  readonly flushes: number;
}

const FIGURES = `select
  (select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 from pg_stat_user_tables) as "rowsRead",
  (select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::float8 from pg_stat_user_tables) as "rowsWritten",
  (select (pg_current_wal_insert_lsn() - '0/0')::float8) as "walBytes",
  (select coalesce(sum(fsyncs), 0)::float8 from pg_stat_io where object = 'wal' and backend_type = 'client backend') as flushes`;

/** Reads the figures over a connection of its own. */
export interface FiguresReader {
  read(): Promise<DatabaseFigures>;
  close(): Promise<void>;
}

/** Opens the connection. Processes tell their figures late, unless they run {@link TELL_FIGURES} before. */
export async function openFigures(connection: pg.ClientConfig): Promise<FiguresReader> {
  const client = new pg.Client(connection);
  await client.connect();
  return {
    async read() {
      const { rows } = await client.query<DatabaseFigures>(FIGURES);
      const [figures] = rows;
      if (!figures) throw new Error('The database has told no figures');
      return figures;
    },
    close: () => client.end(),
  };
}

/** Has the process of a connection tell its figures when the statement ends. */
export const TELL_FIGURES = 'select pg_stat_force_next_flush()';

/** What has come between two readings. */
export function differenceOf(before: DatabaseFigures, after: DatabaseFigures): DatabaseFigures {
  return {
    rowsRead: after.rowsRead - before.rowsRead,
    rowsWritten: after.rowsWritten - before.rowsWritten,
    walBytes: after.walBytes - before.walBytes,
    flushes: after.flushes - before.flushes,
  };
}
