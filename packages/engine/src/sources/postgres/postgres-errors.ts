import pg from 'pg';
import {
  ambiguous,
  cancelled,
  EngineError,
  misplacedWindow,
  outOfMemoryThere,
  timedOut,
  type FailureLocation,
  engineError,
  incomparable,
} from '../../errors/errors.ts';
import { unavailable } from '../connection/circuit-breaker.ts';
import { CREDENTIAL_REFUSED, reasonOf } from '../connection/connect-failure.ts';

/** What is known of a statement that failed. */
interface FailedStatement {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Whether its time was over. Redshift says the same of one that was stopped then and of one that a user stops. */
  readonly isLate: boolean;
  /** What should have answered, such as `PostgreSQL`. */
  readonly product: string;
}

/**
 * What a caller may be told of a failure: the database's own words about a statement; of a connection that fails
 * neither the host nor who signs in.
 */
export function toSourceError(
  error: unknown,
  sql: string,
  { signal, timeoutMs, isLate, product }: FailedStatement,
): EngineError {
  if (error instanceof EngineError) return error;
  if (signal.aborted) return cancelled(error);
  if (!(error instanceof pg.DatabaseError)) return unavailable(whyNotMet(error, product), error);
  const code = error.code ?? '';
  if (code === QUERY_CANCELED && (isLate || error.message.includes('statement timeout')))
    return timedOut(timeoutMs, error);
  if (code === OUT_OF_MEMORY) return outOfMemoryThere(error);
  if (code.startsWith(INVALID_AUTHORIZATION)) return unavailable(CREDENTIAL_REFUSED, error);
  if (UNAVAILABLE.test(code)) return unavailable(error.message, error);
  const advise = isOfOperator(error) ? incomparable : (ADVICE.get(code) ?? ((message: string) => message));
  return engineError(
    'query.failed',
    { reason: advise(error.message) },
    { cause: error, ...locationOf(error, sql) },
  );
}

/** Why there is no connection. */
export function toConnectError(error: unknown, product: string): EngineError {
  if (error instanceof pg.DatabaseError && (error.code ?? '').startsWith(INVALID_AUTHORIZATION))
    return unavailable(CREDENTIAL_REFUSED, error);
  return unavailable(error instanceof pg.DatabaseError ? error.message : whyNotMet(error, product), error);
}

/** The database counts whole characters, from 1; of what fails in a row it tells no location. */
function locationOf(error: pg.DatabaseError, sql: string): FailureLocation {
  const { position, code = '' } = error;
  const parameter = unreadParameter(error);
  if (parameter !== undefined) return { parameter };
  if (position !== undefined) return { at: [...sql].slice(0, Number(position) - 1).join('').length };
  if (code === DIVISION_BY_ZERO) return { suspect: 'division' };
  return UNCONVERTIBLE.test(code) ? { suspect: 'conversion' } : {};
}

/**
 * The parameter that the database could not read as the type that the statement takes there; nothing has run then. It
 * is told as the last line of the context, in words of the server's language: `unnamed portal parameter $1 = '...'`.
 */
export function unreadParameter(error: unknown): number | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const position = /\$(\d+)(?: = '(?:[^']|'')*')?$/.exec(error.where ?? '')?.[1];
  return position === undefined ? undefined : Number(position);
}

/** @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const QUERY_CANCELED = '57014';
const OUT_OF_MEMORY = '53200';
const DIVISION_BY_ZERO = '22012';
/** A text that is none of a type; a time that is none, or out of range. */
const UNCONVERTIBLE = /^(22P02|22007|22008)$/;
/** An ambiguous column, and a window function in a place that takes none. */
const ADVICE = new Map([
  ['42702', ambiguous],
  ['42P20', misplacedWindow],
]);
const UNDEFINED_FUNCTION = '42883';

/** An operator that no two such types have; a function that there is not has the same code. */
function isOfOperator({ code, routine }: pg.DatabaseError): boolean {
  return code === UNDEFINED_FUNCTION && routine === 'op_error';
}

const INVALID_AUTHORIZATION = '28';
/** A connection that broke, one too many, a server that ends or starts, a database that is not there. */
const UNAVAILABLE = /^(08|53300|57P0[1-5]|3D000)/;

const NO_TLS = 'The server does not support SSL connections';

/** A server that has answered so far has told nothing but that it speaks the protocol of PostgreSQL. */
function whyNotMet(error: unknown, product: string): string {
  const isWithoutTls = error instanceof Error && error.message === NO_TLS;
  return isWithoutTls ? 'it takes no encrypted connections' : reasonOf(error, product);
}
