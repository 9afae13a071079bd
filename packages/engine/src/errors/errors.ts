/** The location of a failure in a statement, as far as it is known. */
export interface FailureLocation {
  /** Characters of the statement before it, as JavaScript counts. */
  readonly at?: number;
  /** Where the database does not tell the location: what of SQL can fail so. */
  readonly suspect?: 'division' | 'conversion';
  /** The placeholder, counted from 1, with a value that is none of the type that the statement takes there. */
  readonly parameter?: number;
}

/** What there is to a code. */
export interface ErrorEntry<Values> {
  readonly status: number;
  readonly message: (values: Values) => string;
  /** Whether the data source says it, and not the engine; the query protocol marks such messages. */
  readonly isOfSource?: true;
  /**
   * What is told instead to a caller who may not read the model: the message names members, SQL, values, files or
   * hosts.
   */
  readonly publicMessage?: string;
  /** Of every 429 and 503: how long to wait before the same query is worth another try. */
  readonly retryAfterSeconds?: number;
}

const define = <Values = void>(
  status: number,
  message: (values: Values) => string,
  options: Omit<ErrorEntry<Values>, 'status' | 'message'> = {},
): ErrorEntry<Values> => ({ status, message, ...options });

/** Pages are named by their paths: the host is the one that the caller knows. */
function notConnected({ status, integration }: { status: string; integration: string }): string {
  const name = JSON.stringify(integration);
  if (status === 'unknown') return `The data source names the OAuth integration ${name}, which there is not`;
  if (status === 'refused')
    return `The OAuth integration ${name} gives no tokens to the host of the data source; its config.dataSourceHosts names those that it does`;
  const state = status === 'missing' ? 'you are not connected' : 'your connection has ended';
  return `The data source reads with your own access, and ${state} with ${name}; connect at /connections`;
}

const ofSource = { isOfSource: true } as const;
/** A source or a runtime that is away for a moment may be there again. */
const soon = { retryAfterSeconds: 5 } as const;

/**
 * What the engine refuses or fails with, by code. Code and status are part of the query API, the wording is not. What
 * is wrong with a query itself are the codes of `QueryError` in `@oriel/semantic`.
 */
export const engineErrors = {
  'query.failed': define<{ reason: string }>(400, ({ reason }) => reason, {
    ...ofSource,
    publicMessage: 'The database could not run the query',
  }),
  'query.timeout': define<{ seconds: number }>(
    400,
    ({ seconds }) => `The query took longer than ${seconds} s and was stopped`,
    ofSource,
  ),
  'query.cancelled': define<{ reason: string }>(400, ({ reason }) => reason, ofSource),
  'query.sql_refused': define<{ reason: string }>(400, ({ reason }) => reason),
  'query.out_of_memory': define<{ limit: 'it may have' | 'the database has for it' }>(
    400,
    ({ limit }) => `The query needs more memory than ${limit}; ask for fewer groups or a shorter range`,
    ofSource,
  ),
  'query.too_many_rows': define<{ maxRows: number }>(
    400,
    ({ maxRows }) => `The result has more than ${maxRows} rows; ask for fewer`,
    ofSource,
  ),
  'query.too_large': define<{ maxMb: number }>(
    400,
    ({ maxMb }) => `The result takes more than ${maxMb} MiB; ask for fewer rows or fewer members`,
    ofSource,
  ),
  'query.too_complex': define<{ reason: 'time' | 'memory' }>(
    400,
    ({ reason }) => `The query takes too much ${reason} to compile; ask for fewer members and filters`,
  ),
  'query.no_room': define(
    503,
    () =>
      'The results that are being read take all the memory there is for them; ask again when some are answered',
    { retryAfterSeconds: 2 },
  ),
  'query.queue_full': define(
    429,
    () => 'Too many queries wait for the deployment; ask again when some have been answered',
    { retryAfterSeconds: 2 },
  ),
  'source.unavailable': define<{ reason: string }>(
    503,
    ({ reason }) => `The database cannot be reached: ${reason}`,
    { ...ofSource, ...soon, publicMessage: 'The database cannot be reached' },
  ),
  'source.not_connected': define<{
    status: 'missing' | 'expired' | 'error' | 'unknown' | 'refused' | 'active';
    integration: string;
  }>(403, notConnected, ofSource),
  'model.too_complex': define<{ reason: 'time' | 'memory' }>(
    500,
    ({ reason }) =>
      `The data model takes too much ${reason} to compile; it is tried again when it has changed`,
  ),
  'model.broken': define<{ reason: string }>(500, ({ reason }) => reason, {
    publicMessage: 'The data model has problems; its developers are told which',
  }),
  'engine.runtime_lost': define<{ reason: string }>(
    503,
    ({ reason }) => `The runtime of the deployment ended while the query ran: ${reason}. Ask again`,
    soon,
  ),
  'engine.runtime_failing': define<{ times: number; reason: string; seconds: number }>(
    503,
    ({ times, reason, seconds }) =>
      `The runtime of the deployment has ended ${times} times in a row: ${reason}. It starts again in ${seconds} s`,
    { ...soon, publicMessage: 'The runtime of the deployment does not stay up; it starts again by itself' },
  ),
  internal: define(500, () => 'Something went wrong on the server; its log has the details'),
};

/** A key of {@link engineErrors}. */
export type EngineErrorCode = keyof typeof engineErrors;

/** The values that the message of a code needs; none for a code with a fixed message. */
type EngineErrorValues<Code extends EngineErrorCode> = Parameters<(typeof engineErrors)[Code]['message']>[0];

/** What a failure is about, beyond its message. */
interface EngineErrorDetails extends ErrorOptions, FailureLocation {
  /** The member (`cube.member`) or cube that the failed SQL belongs to. */
  readonly member?: string;
  /** Where it is known better than by the code. */
  readonly retryAfterSeconds?: number;
  /** The database cannot be used any more and has to be opened anew. */
  readonly isFatal?: true;
}

/**
 * A refusal or failure of the engine that a caller may be told. Made by {@link engineError}; anything else thrown is a
 * bug.
 */
export class EngineError extends Error implements FailureLocation {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly at: number | undefined;
  readonly suspect: FailureLocation['suspect'];
  readonly parameter: number | undefined;
  readonly member: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly isFatal: boolean;

  constructor(code: EngineErrorCode, message: string, details: EngineErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.at = details.at;
    this.suspect = details.suspect;
    this.parameter = details.parameter;
    this.member = details.member;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.isFatal = details.isFatal === true;
  }
}

/** Makes the error of a code, with its message filled in. */
export function engineError<Code extends EngineErrorCode>(
  code: Code,
  ...[values, details]: EngineErrorValues<Code> extends void
    ? [values?: undefined, details?: EngineErrorDetails]
    : [values: EngineErrorValues<Code>, details?: EngineErrorDetails]
): EngineError {
  // The entry and its values belong to one code, which the compiler cannot see through the union.
  const { message } = engineErrors[code] as ErrorEntry<unknown>;
  return new EngineError(code, message(values), details);
}

/** What a statement fails with after its caller has gone. */
export function cancelled(cause?: unknown): EngineError {
  return engineError('query.cancelled', { reason: 'The query was cancelled' }, { cause });
}

/** What a database says of a column that several tables have, with what its author can do. */
export function ambiguous(fault: string): string {
  return `${fault}: several tables of the query have it, or a cube that is joined twice; write {CUBE}. in front of it in the model`;
}

/** What a database says of two types that it does not compare, with what its author can do. */
export function incomparable(fault: string): string {
  return `${fault}: two sides of a comparison or join have different types; write a cast of one in the model, such as CAST({CUBE}.column AS VARCHAR)`;
}

/** What a database says of a window function in a place that takes none, with what its author can do. */
export function misplacedWindow(fault: string): string {
  return `${fault}; a measure with multi_stage: true is worked out over the values of the measures in its SQL, and may have a window function around theirs`;
}

/** `query.out_of_memory`, of a server that gives a statement no more. */
export function outOfMemoryThere(cause: unknown): EngineError {
  return engineError('query.out_of_memory', { limit: 'the database has for it' }, { cause });
}

/** What a statement fails with that was stopped by its time limit. */
export function timedOut(timeoutMs: number, cause: unknown): EngineError {
  return engineError('query.timeout', { seconds: timeoutMs / 1000 }, { cause });
}
