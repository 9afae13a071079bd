import type {
  AnswerHead,
  CsvRequest,
  LoadRequest,
  MetaRequest,
  QueryRequest,
  RuntimeSource,
} from '../../protocol/engine-types.ts';
import type { RuntimeStats } from '../../protocol/runtime-stats.ts';
import type { DuckDbLimits } from '../../sources/duckdb/duckdb-limits.ts';
import type { RuntimeChange } from './runtime-change.ts';

/** What holds for every query of a runtime. */
export interface RuntimeLimits {
  /** Bytes of results that are kept. */
  readonly cacheBytes: number;
  readonly queryTimeoutMs: number;
  readonly duckdb: DuckDbLimits;
  /** Bytes that results may take which are read and not yet answered. */
  readonly heldBytes: number;
  /** How long a query goes on after its caller has had a poll timeout and has not asked again. */
  readonly pollGraceMs: number;
  /**
   * What one task of compiling may take: queries, and for a model with templates that read the caller, that caller's.
   */
  readonly compileTimeoutMs: number;
  /** What the model may take that all callers have in common. */
  readonly modelTimeoutMs: number;
  /** MiB that JavaScript objects of the compile thread may take. */
  readonly compileMemoryMb: number;
  /** How long a statement that is stopped may go on before the runtime is taken to be stuck. */
  readonly stopGraceMs: number;
}

/** What a runtime is started with. It holds passwords of data sources, so it crosses the channel and nothing else. */
export interface RuntimeStart extends RuntimeLimits {
  readonly source: RuntimeSource;
}

/** What the engine sends to a runtime. `id` numbers the questions. */
export type ToRuntime =
  /** The first message. */
  | { readonly kind: 'start'; readonly start: RuntimeStart }
  | { readonly kind: 'load'; readonly id: number; readonly request: LoadRequest }
  | {
      readonly kind: 'exportRows' | 'describeRows' | 'sql' | 'dryRun' | 'checkQuery';
      readonly id: number;
      readonly request: QueryRequest;
    }
  | { readonly kind: 'writeCsv'; readonly id: number; readonly request: CsvRequest }
  | { readonly kind: 'meta'; readonly id: number; readonly request: MetaRequest }
  /** `name`: the only source that is asked; default all. */
  | { readonly kind: 'check'; readonly id: number; readonly name?: string }
  /** Answered with 200 when what comes after it is answered by the changed runtime. */
  | { readonly kind: 'change'; readonly id: number; readonly change: RuntimeChange }
  /** Asks for the next chunks of an open answer. */
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** What a runtime sends to the engine; `id` is that of the question. */
export type FromRuntime =
  | { readonly kind: 'ready' }
  /** With the bytes of the answer. Behind an open one come chunks, each time they are asked for. */
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly answer: Omit<AnswerHead, 'body'>;
      readonly isOpen: boolean;
    }
  /** With the next bytes of an open answer; without any at its end. */
  | { readonly kind: 'chunks'; readonly id: number; readonly isEnd: boolean }
  /** An open answer of a query that has failed after all. */
  | { readonly kind: 'cut'; readonly id: number; readonly message: string }
  /** A bug in the runtime; the message goes to the log, never to the caller. */
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  /** Comes ahead of answers, and a moment after a change. */
  | { readonly kind: 'stats'; readonly stats: RuntimeStats }
  /** Comes several times a second: its event loop goes round. */
  | { readonly kind: 'pulse'; readonly residentBytes: number }
  /** A statement goes on that should have stopped: only the end of the process stops it. */
  | { readonly kind: 'stuck' };
