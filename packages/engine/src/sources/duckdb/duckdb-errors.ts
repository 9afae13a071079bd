import {
  ambiguous,
  cancelled,
  EngineError,
  incomparable,
  misplacedWindow,
  engineError,
} from '../../errors/errors.ts';

/**
 * What a caller may be told of a failure: the database's own words, without the SQL that it quotes. `before` is what
 * stood in front of the statement when it failed.
 */
export function toSourceError(
  error: unknown,
  { sql, signal, before = '' }: { sql: string; signal: AbortSignal; before?: string },
): EngineError {
  if (error instanceof EngineError) return error;
  if (signal.aborted) return cancelled(error);
  const { type, message, position } = readFailure((error as Error).message);
  // A statement that cannot spill fails like a file that cannot be read.
  if (type === 'Out of Memory' || (type === 'IO' && OF_SPILLING.test(message))) {
    return engineError('query.out_of_memory', { limit: 'it may have' }, { cause: error });
  }
  if (type === 'IO')
    return engineError('source.unavailable', { reason: DAMAGED }, { cause: error, isFatal: true });
  if (type !== undefined && FATAL_TYPES.has(type))
    return engineError('query.failed', { reason: INTERNAL }, { cause: error, isFatal: true });
  const at = position === undefined ? undefined : indexOfByte(sql, Number(position) - before.length);
  return engineError(
    'query.failed',
    { reason: withAdvice(withType(type, message)) },
    {
      cause: error,
      ...(at !== undefined && { at, ...parameterAt(sql, at) }),
    },
  );
}

/** A text that DuckDB cannot read as the type of what it is compared with. */
function parameterAt(sql: string, at: number): { parameter?: number } {
  const position = /^CAST\(\$(\d+) AS VARCHAR\)/.exec(sql.slice(at, at + 40))?.[1];
  return position === undefined ? {} : { parameter: Number(position) };
}

const OF_SPILLING = /duckdb_temp_|create directory|No space left/i;
/** DuckDB's own words name the file. */
const DAMAGED = 'its DuckDB file cannot be read: it is cut off, damaged or was exchanged';
/** After these DuckDB refuses every statement. */
const FATAL_TYPES: ReadonlySet<string> = new Set(['INTERNAL', 'FATAL', 'Internal', 'Fatal']);
const INTERNAL = 'DuckDB failed inside; the database was opened anew';

interface Failure {
  readonly type?: string;
  readonly message: string;
  /** Bytes of the statement before the location of the failure. */
  readonly position?: string;
}

/**
 * With the setting `errors_as_json` a message is JSON, behind a few words where the statement cannot even be parsed.
 */
function readFailure(text: string): Failure {
  try {
    const { exception_type, exception_message, position } = JSON.parse(
      text.slice(text.indexOf('{')),
    ) as Record<'exception_type' | 'exception_message' | 'position', string | undefined>;
    if (exception_message === undefined) return { message: text };
    return {
      // Every type that an operator could take goes without saying.
      message: exception_message.replace(/\n\tCandidate functions:[\s\S]*/, '').replaceAll(/\s*\n\s*/g, ' '),
      ...(exception_type !== undefined && { type: exception_type }),
      ...(position !== undefined && { position }),
    };
  } catch {
    return { message: text };
  }
}

const BEYOND_NANOSECONDS =
  'a TIMESTAMP_NS column holds times from 1677-09-21 to 2262-04-11, and it is compared with one beyond; ask within them, or write CAST({CUBE}.column AS TIMESTAMP) in the model';

/** Of a moment, and of a day, which it tells apart from no number of 32 bits. */
const OF_NANOSECONDS =
  /Timestamp\(US\) to Timestamp\(NS\)|INT32 with value \S+ can't be cast to the destination type INT64/;

const INCOMPARABLE = /^(Binder Error: Cannot compare values|Conversion Error: Unimplemented type for cast)/;
/** The column of a semi-join, which has no name of the author's. */
const OF_OUR_KEY = / when casting from source column __key_\d+$/;

/** DuckDB offers the names that tables have in the statement, of which authors know some alone. */
function withAdvice(reason: string): string {
  const [, fault] = /^(Binder Error: Ambiguous reference to column name .+) \(use: .+\)$/.exec(reason) ?? [];
  if (fault !== undefined) return ambiguous(fault);
  if (OF_NANOSECONDS.test(reason)) return `${reason}: ${BEYOND_NANOSECONDS}`;
  if (INCOMPARABLE.test(reason)) return incomparable(reason.replace(OF_OUR_KEY, ''));
  return /^Binder Error: .*window function/i.test(reason)
    ? misplacedWindow(reason)
    : reason.replace(OF_OUR_KEY, '');
}

function withType(type: string | undefined, message: string): string {
  return type === undefined ? message : `${type} Error: ${message}`;
}

function indexOfByte(sql: string, bytes: number): number {
  return Buffer.from(sql).subarray(0, Math.max(0, bytes)).toString().length;
}
