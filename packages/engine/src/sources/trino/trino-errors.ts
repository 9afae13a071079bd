import {
  ambiguous,
  cancelled,
  EngineError,
  engineError,
  incomparable,
  misplacedWindow,
  outOfMemoryThere,
  timedOut,
  type FailureLocation,
} from '../../errors/errors.ts';
import { unavailable } from '../connection/circuit-breaker.ts';
import { reasonOf } from '../connection/connect-failure.ts';
import type { Statement } from '../connection/source.ts';
import type { TrinoFailure } from './trino-page.ts';
import { offsetOf } from './trino-statement.ts';

/** A statement has failed on the server. */
export class StatementFailure extends Error {
  readonly failure: TrinoFailure;

  constructor({ message, errorName, errorLocation }: TrinoFailure) {
    super(`${errorName}: ${message}`);
    // Without the stack of the server's own code.
    this.failure = { message, errorName, errorLocation };
  }
}

/**
 * What a caller may be told of a failure: the server's own words about a statement; of one that its machines are to
 * blame for none of their addresses.
 */
export function toSourceError(
  error: unknown,
  statement: Statement,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): EngineError {
  if (error instanceof EngineError) return error;
  if (signal.aborted) return cancelled(error);
  if (!(error instanceof StatementFailure)) return unavailable(reasonOf(error, 'Trino'), error);
  const { failure } = error;
  if (failure.errorName === 'EXCEEDED_TIME_LIMIT') return timedOut(timeoutMs, error);
  if (OUT_OF_MEMORY.has(failure.errorName)) return outOfMemoryThere(error);
  const reason = UNAVAILABLE.get(failure.errorName);
  if (reason !== undefined) return unavailable(reason, error);
  const advise = ADVICE.get(failure.errorName) ?? ((message: string) => message);
  return engineError(
    'query.failed',
    { reason: advise(failure.message.replace(POSITION, '')) },
    { cause: error, ...locationOf(failure, statement) },
  );
}

/** Why a statement could not be sent. */
export function toConnectError(error: unknown): EngineError {
  return error instanceof EngineError ? error : unavailable(reasonOf(error, 'Trino'), error);
}

/** Before a message, of the text that the server was sent. */
const POSITION = /^line \d+:\d+: /;

function locationOf({ errorName, errorLocation }: TrinoFailure, statement: Statement): FailureLocation {
  if (errorLocation) {
    const at = offsetOf(statement, errorLocation);
    return at === undefined ? {} : { at };
  }
  if (errorName === 'DIVISION_BY_ZERO') return { suspect: 'division' };
  return errorName === 'INVALID_CAST_ARGUMENT' ? { suspect: 'conversion' } : {};
}

/** @see https://github.com/trinodb/trino/blob/476/core/trino-spi/src/main/java/io/trino/spi/StandardErrorCode.java */
const OUT_OF_MEMORY = new Set([
  'EXCEEDED_GLOBAL_MEMORY_LIMIT',
  'EXCEEDED_LOCAL_MEMORY_LIMIT',
  'CLUSTER_OUT_OF_MEMORY',
]);

const LOST_WORKER = 'one of its machines is gone or does not answer';
const UNAVAILABLE = new Map([
  ['SERVER_STARTING_UP', 'it is starting'],
  ['SERVER_SHUTTING_DOWN', 'it is shutting down'],
  ['NO_NODES_AVAILABLE', 'it has no machine to run the statement on'],
  ['QUERY_QUEUE_FULL', 'too many statements wait there'],
  ['REMOTE_HOST_GONE', LOST_WORKER],
  ['REMOTE_TASK_ERROR', LOST_WORKER],
  ['REMOTE_TASK_MISMATCH', LOST_WORKER],
  ['PAGE_TRANSPORT_ERROR', LOST_WORKER],
  ['PAGE_TRANSPORT_TIMEOUT', LOST_WORKER],
  ['TOO_MANY_REQUESTS_FAILED', LOST_WORKER],
  ['WORKER_RESTARTED', LOST_WORKER],
]);

const ADVICE = new Map([
  ['AMBIGUOUS_NAME', ambiguous],
  [
    'TYPE_MISMATCH',
    (fault: string) => (fault.startsWith('Cannot apply operator') ? incomparable(fault) : fault),
  ],
  ['NESTED_WINDOW', misplacedWindow],
]);
