import type { AnswerHead, LoadRequest, MetaRequest, QueryRequest, RuntimeSource } from '../engine-types.ts';
import type { DuckDbLimits } from '../sources/duckdb-limits.ts';
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
  /** What one task of compiling may take: queries, and for a model whose templates ask for the caller, that caller's. */
  readonly compileTimeoutMs: number;
  /** What the model may take that all callers have in common. */
  readonly modelTimeoutMs: number;
  /** MiB that JavaScript objects of the compile thread may take. */
  readonly compileMemoryMb: number;
}

/** What a runtime is started with. */
export interface RuntimeStart extends RuntimeLimits {
  readonly source: RuntimeSource;
  /** Where the runtime counts what it does; see `runtime-stats.ts`. */
  readonly stats: SharedArrayBuffer;
}

/** What the engine sends to a thread. `id` numbers the questions. */
export type ToRuntime =
  | { readonly kind: 'load'; readonly id: number; readonly request: LoadRequest }
  | { readonly kind: 'sql' | 'dryRun' | 'checkQuery'; readonly id: number; readonly request: QueryRequest }
  | { readonly kind: 'meta'; readonly id: number; readonly request: MetaRequest }
  | { readonly kind: 'check'; readonly id: number }
  /** Answered with 200 when what comes after it is answered by the changed runtime. */
  | { readonly kind: 'change'; readonly id: number; readonly change: RuntimeChange }
  /** Asks for the next chunks of an open answer. */
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** What a thread sends to the engine; `id` is that of the question. */
export type FromRuntime =
  | { readonly kind: 'ready' }
  /** Behind an open answer come chunks, each time they are asked for. */
  | { readonly kind: 'answer'; readonly id: number; readonly answer: AnswerHead; readonly isOpen: boolean }
  /** Of an open answer; undefined at its end. */
  | { readonly kind: 'chunks'; readonly id: number; readonly chunks: readonly Uint8Array[] | undefined }
  /** An open answer whose query has failed after all. */
  | { readonly kind: 'cut'; readonly id: number; readonly message: string }
  /** A bug in the runtime; the message goes to the log, never to the caller. */
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };
