import { DuckDBInstance } from '@duckdb/node-api';
import { createCircuitBreaker, unavailable } from '../connection/circuit-breaker.ts';

/** An open database, of which statements that run keep it open. */
interface SharedDatabase<Opened extends Closable> {
  /**
   * Runs work on the database, which is opened where it is not. Where the work finds it unusable, the next one opens it
   * anew.
   *
   * @throws `source.unavailable` where it cannot be opened
   */
  use<T>(work: (database: Opened) => Promise<T>): Promise<T>;
  /** Has the next work open it anew; work that runs goes on. */
  reopen(): void;
  /** Ends when the database is closed, or at once where work still runs, which goes on. */
  close(): Promise<void>;
}

/** What is closed when nothing uses it any more. */
interface Closable {
  close(): Promise<void>;
}

/** Shares a database that comes back by itself: one that cannot be opened is tried again, after pauses that grow. */
export function createSharedDatabase<Opened extends Closable>(
  open: () => Promise<Opened>,
): SharedDatabase<Opened> {
  const breaker = createCircuitBreaker();
  let current: { readonly opening: Promise<Opened>; users: number; isLeft: boolean } | undefined;
  const closeUnused = async (one: NonNullable<typeof current>) => {
    if (one.isLeft && one.users === 0)
      await one.opening.then(
        (database) => database.close(),
        () => {},
      );
  };
  const leave = async () => {
    const left = current;
    current = undefined;
    if (!left) return;
    left.isLeft = true;
    await closeUnused(left);
  };
  return {
    async use(work) {
      current ??= { opening: breaker.use(open), users: 0, isLeft: false };
      const used = current;
      used.users += 1;
      try {
        const database = await used.opening.catch((error: unknown) => {
          if (current === used) current = undefined;
          throw error;
        });
        return await work(database);
      } finally {
        used.users -= 1;
        void closeUnused(used);
      }
    },
    reopen: () => void leave(),
    close: leave,
  };
}

/**
 * Opens a DuckDB file.
 *
 * @throws `source.unavailable`, with a reason that does not name the file
 */
export async function openInstance(path: string, options: Record<string, string>): Promise<DuckDBInstance> {
  try {
    return await DuckDBInstance.create(path, options);
  } catch (error) {
    throw unavailable(reasonOf(error), error);
  }
}

/** DuckDB has no codes for these, and its own words name the file. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, version, oldest, newest] = VERSIONS.exec(message) ?? [];
  if (version !== undefined)
    return `its DuckDB file is of the format ${version}, and this server reads ${oldest} to ${newest}: ${
      Number(version) > Number(newest)
        ? 'write it with STORAGE_VERSION of an older DuckDB, or update Oriel'
        : 'write it anew with a newer DuckDB'
    }`;
  if (message.includes('does not exist')) return 'its DuckDB file is not there';
  if (message.includes('not a valid DuckDB')) return 'its file is no DuckDB database';
  return 'its DuckDB file cannot be opened';
}

const VERSIONS = /version number (\d+), but we can only read versions? (?:between )?(\d+)(?: and (\d+))?/;
