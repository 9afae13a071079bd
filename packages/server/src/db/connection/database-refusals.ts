import { refuse, type Refusal } from '@oriel/contract';

/** The database takes no connections, or not in time. Nothing was sent to it. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/**
 * The refusal that a failure of the database or of the disk amounts to; undefined for every other error, which is a
 * bug.
 *
 * - A value that it cannot hold or compare: `invalid_request`. What a schema allows should not come so far.
 * - A full disk: `insufficient_storage`.
 * - A database that is away, that ends connections, or that was in the way of itself: `unavailable`.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function refusalOfDatabaseError(error: unknown): Refusal | undefined {
  const cause = { cause: error };
  if (error instanceof DatabaseAway) return refuse('unavailable', { reason: AWAY }, cause);
  const code = codeOf(error);
  if (code !== undefined) {
    if (DATA_ERROR.test(code)) return refuse('invalid_request', { reason: UNUSABLE_VALUE }, cause);
    if (isStorageFull(code)) return refuse('insufficient_storage', undefined, cause);
    if (CONFLICT.test(code)) return refuse('unavailable', { reason: IN_THE_WAY }, cause);
  }
  if (isReadOnly(code)) return refuse('unavailable', { reason: READ_ONLY }, cause);
  return isOutage(error) ? refuse('unavailable', { reason: INTERRUPTED }, cause) : undefined;
}

const AWAY = 'The database does not answer at the moment; nothing was changed. Send the request again';
const INTERRUPTED =
  'The connection to the database was lost on the way. What the request was to change may have been changed: look before you send it again';
const IN_THE_WAY = 'Changes at the same time stood in the way; nothing was changed. Send the request again';
const READ_ONLY = 'The database takes no changes at the moment; nothing was changed. Send the request again';
const UNUSABLE_VALUE =
  'The request has a value that cannot be stored or compared: a number, a time or a text beyond what is possible';

/** Class 22 is "data exception"; 54000 is what an index says of a value that is too large for it. */
const DATA_ERROR = /^(22...|54000)$/;
/** `disk_full` of PostgreSQL, and what the file system says. */
const STORAGE_FULL: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** `serialization_failure`, `deadlock_detected` and `lock_not_available`: what was done is rolled back. */
const CONFLICT = /^(40001|40P01|55P03)$/;
/** Connection exceptions, insufficient resources but the disk, and what ends sessions: shutdown, crash, start, time. */
const OUTAGE = /^(08...|53[023]00|57P0[1235])$/;
const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Of a unix socket.
  'ENOENT',
]);
/** The driver's own errors have no codes. */
const DRIVER = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** Whether a code of PostgreSQL or of the file system says that the disk is full. */
export function isStorageFull(code: string | undefined): boolean {
  return code !== undefined && STORAGE_FULL.has(code);
}

/** Whether a code says that this server of PostgreSQL only answers reads, as after a failover. */
export function isReadOnly(code: string | undefined): boolean {
  return code === '25006';
}

/** Whether PostgreSQL has no connection left for another client. */
export function isTooManyConnections(error: unknown): boolean {
  return codeOf(error) === '53300';
}

/**
 * Writes down something that reading leaves behind, such as when it was, and leaves it where nothing can be written:
 * reading goes on with a full disk, and on a database that takes no changes.
 */
export async function noteIfPossible(note: () => Promise<unknown>): Promise<void> {
  try {
    await note();
  } catch (error) {
    const code = codeOf(error);
    if (!isStorageFull(code) && !isReadOnly(code)) throw error;
  }
}

/** Whether an error of a connection says that the database went away. */
function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const code = codeOf(error);
  if (code !== undefined && OUTAGE.test(code)) return true;
  const { syscall, message } = error as Partial<NodeJS.ErrnoException>;
  // Of sockets and names alone: a file that is missing is another matter.
  if (code !== undefined && NETWORK.has(code))
    return /^(connect|read|write|getaddrinfo)$/.test(syscall ?? '');
  return error instanceof Error && DRIVER.test(message ?? '');
}

/** PostgreSQL's SQLSTATE, or the system's code. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
