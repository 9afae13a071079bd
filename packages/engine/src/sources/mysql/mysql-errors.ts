import {
  ambiguous,
  cancelled,
  EngineError,
  engineError,
  misplacedWindow,
  outOfMemoryThere,
  timedOut,
} from '../../errors/errors.ts';
import { unavailable } from '../connection/circuit-breaker.ts';
import { CREDENTIAL_REFUSED, reasonOf } from '../connection/connect-failure.ts';
import type { Statement } from '../connection/source.ts';
import { locationOf } from './mysql-locations.ts';

/** A fault that the server has told, by its number and in its words. */
interface ServerFault extends Error {
  readonly errno: number;
  readonly sqlMessage: string;
}

/** Whether the server has answered a statement with a fault; its connection is as good as before. */
export function isAnswered(error: unknown): boolean {
  return error instanceof EngineError || (isServerFault(error) && !isConnectionFault(error));
}

function isServerFault(error: unknown): error is ServerFault {
  return (
    error instanceof Error &&
    'errno' in error &&
    typeof error.errno === 'number' &&
    'sqlMessage' in error &&
    typeof error.sqlMessage === 'string'
  );
}

/**
 * What a caller may be told of a failure: the database's own words about a statement; of a connection that fails
 * neither the host nor who signs in.
 */
export function toSourceError(
  error: unknown,
  statement: Statement,
  { signal, timeoutMs, tookMs }: { signal: AbortSignal; timeoutMs: number; tookMs: number },
): EngineError {
  if (error instanceof EngineError) return error;
  if (signal.aborted) return cancelled(error);
  if (!isServerFault(error) || isConnectionFault(error)) return toConnectError(error);
  const { errno, sqlMessage } = error;
  if (TIMED_OUT.has(errno) || (errno === INTERRUPTED && tookMs >= timeoutMs))
    return timedOut(timeoutMs, error);
  if (OUT_OF_MEMORY.has(errno)) return outOfMemoryThere(error);
  if (errno === READ_ONLY)
    return engineError(
      'query.sql_refused',
      { reason: 'The SQL of the model may only read' },
      { cause: error },
    );
  const advise = ADVICE.get(errno) ?? ((message: string) => message);
  return engineError(
    'query.failed',
    { reason: advise(withoutUser(sqlMessage)) },
    { cause: error, ...locationOf(errno, sqlMessage, statement) },
  );
}

/** Why there is no connection. */
export function toConnectError(error: unknown): EngineError {
  if (!isServerFault(error)) return unavailable(whyNotMet(error), error);
  const { errno, sqlMessage } = error;
  if (NOT_ADMITTED.has(errno)) return unavailable(CREDENTIAL_REFUSED, error);
  if (HOST_REFUSED.has(errno)) return unavailable('it takes no connections from this machine', error);
  return unavailable(withoutUser(sqlMessage), error);
}

/** Names of users and hosts are part of what it says about rights. */
function withoutUser(message: string): string {
  return message.replace(/ (?:to|for) user '[^']*'(?:@'[^']*')?/g, '');
}

/** @see https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html */
const READ_ONLY = 1792;
/** What MySQL says of some statements that take too long, as of those that are killed. */
const INTERRUPTED = 1317;
/** Of MySQL and of MariaDB. */
const TIMED_OUT = new Set([3024, 1969]);
/** Memory, memory of a sort, other resources, a full temporary table, what a statement may have. */
const OUT_OF_MEMORY = new Set([5, 1037, 1038, 1041, 1114, 3170, 4082]);
/** No such user, another password, no right to the database, an expired password, a locked account, no known method. */
const NOT_ADMITTED = new Set([1044, 1045, 1251, 1396, 1524, 1698, 1820, 1862, 3118, 3955, 4151]);
const HOST_REFUSED = new Set([1129, 1130]);
/** Too many connections, no such database, a server that ends, a connection that is closed or has to be encrypted. */
const CONNECTION_FAULTS = new Set([
  1040, 1049, 1053, 1077, 1079, 1080, 1203, 1226, 1927, 2006, 2013, 3032, 3159, 4031,
]);

const isConnectionFault = ({ errno }: ServerFault) =>
  CONNECTION_FAULTS.has(errno) || HOST_REFUSED.has(errno) || (NOT_ADMITTED.has(errno) && errno !== 1044);

/** An ambiguous column, and a window function in a place that takes none, of MySQL and of MariaDB. */
const ADVICE = new Map([
  [1052, ambiguous],
  [3593, misplacedWindow],
  [4015, misplacedWindow],
]);

/**
 * A server that has answered so far has told nothing but that it is a MySQL. The driver puts a code of its own in place
 * of TLS's own, and leaves its words.
 */
function whyNotMet(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return 'it takes no encrypted connections';
  if (code === 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED')
    return 'it asks for the password as it is, which goes over encrypted connections alone';
  if (code === 'AUTH_SWITCH_PLUGIN_ERROR') return 'it asks for a way to sign in that is not known here';
  if (code !== 'HANDSHAKE_SSL_ERROR') return reasonOf(error, 'MySQL');
  const { message } = error as Error;
  const [, fault = 'other'] =
    /(altnames|expired|self-signed|self signed|not yet valid|unable to)/.exec(message) ?? [];
  return `its certificate is not accepted (${TLS_FAULTS[fault] ?? 'ERR_TLS'})`;
}

const TLS_FAULTS: Record<string, string> = {
  altnames: 'ERR_TLS_CERT_ALTNAME_INVALID',
  expired: 'CERT_HAS_EXPIRED',
  'self-signed': 'SELF_SIGNED_CERT_IN_CHAIN',
  'self signed': 'SELF_SIGNED_CERT_IN_CHAIN',
  'not yet valid': 'CERT_NOT_YET_VALID',
  'unable to': 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
};
