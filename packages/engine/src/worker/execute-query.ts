import type { CompiledQuery } from '@oriel/semantic';
import { runCompiledQuery } from '../run-compiled-query.ts';
import type { ResultColumns, Source } from '../sources/source.ts';
import { createRowEncoder, type ExtraValues, type ResponseFormat } from './encode-rows.ts';
import { createChunkStream, type ChunkStream } from './chunk-stream.ts';
import type { CachedResult } from './result-cache.ts';
import type { Work } from './single-flight.ts';

/** The result of a query: complete, or a stream where it is too large to be held. */
export type QueryResult = CachedResult | OpenResult;

/** A result that is read while its rows come. */
export interface OpenResult extends Pick<CachedResult, 'refreshedAt' | 'version'> {
  /** The rows as JSON. */
  readonly rows: ChunkStream;
  /** Known when the rows are at their end. */
  total(): number | undefined;
}

/** How a query is executed, and how much of its result is held. */
export interface ExecuteOptions {
  readonly format: ResponseFormat;
  readonly extra: ExtraValues;
  /** Of the data, before they are read. */
  readonly version: string;
  readonly timeoutMs: number;
  /** Bytes beyond which a result is open; `Infinity`: never. One in columns never is, for it begins with the last row. */
  readonly maxHeldBytes: number;
  readonly signal: AbortSignal;
}

/** MiB that the rows of one answer may take. */
const MAX_RESULT_MB = 256;

/** Whether the rows of a result are still coming. */
export function isOpen(result: QueryResult): result is OpenResult {
  return 'rows' in result;
}

/** Runs a query and writes its rows as JSON while they come. */
export function executeQuery(
  source: Source,
  compiled: CompiledQuery,
  { format, extra, version, timeoutMs, maxHeldBytes, signal }: ExecuteOptions,
): Work<QueryResult> {
  const maxMb = source.limits.maxResultMb ?? MAX_RESULT_MB;
  const encoder = createRowEncoder({ columns: compiled.columns, format, extra, maxMb });
  const { promise: result, resolve, reject } = Promise.withResolvers<QueryResult>();
  const refreshed = () => ({ refreshedAt: new Date().toISOString(), version });
  let rows: ChunkStream | undefined;
  let total: number | undefined;

  const open = (): ChunkStream => {
    const stream = createChunkStream(signal);
    resolve({ rows: stream, total: () => total, ...refreshed() });
    return stream;
  };
  const take = (portion: ResultColumns): Promise<void> | undefined => {
    encoder.take(portion);
    if (!rows && (format === 'columnar' || encoder.size() <= maxHeldBytes)) return undefined;
    rows ??= open();
    return rows.push(encoder.drain());
  };
  const run = async (): Promise<void> => {
    try {
      ({ total } = await runCompiledQuery(source, compiled, { signal, timeoutMs, take }));
      if (rows) rows.end(encoder.end());
      else resolve({ data: encoder.end(), total, ...refreshed() });
    } catch (error) {
      if (rows) rows.fail(error);
      else reject(error);
    }
  };
  return { result, ended: run() };
}
