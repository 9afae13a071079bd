import type {
  CheckRequest,
  EncodedAnswer,
  LoadRequest,
  MetaRequest,
  QueryRequest,
  RuntimeSource,
} from '../engine-types.ts';
import type { RuntimeChange } from './runtime-change.ts';

/** What a runtime is started with. */
export interface RuntimeStart {
  readonly source: RuntimeSource;
  readonly cacheBytes: number;
  readonly queryTimeoutMs: number;
}

export type ToRuntime =
  | { readonly kind: 'load'; readonly id: number; readonly request: LoadRequest }
  | { readonly kind: 'sql' | 'dryRun'; readonly id: number; readonly request: QueryRequest }
  | { readonly kind: 'checkQuery'; readonly id: number; readonly request: CheckRequest }
  | { readonly kind: 'meta'; readonly id: number; readonly request: MetaRequest }
  | { readonly kind: 'check'; readonly id: number }
  /** Answered with 200 when what comes after it is answered by the changed runtime. */
  | { readonly kind: 'change'; readonly id: number; readonly change: RuntimeChange }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

export type FromRuntime =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: EncodedAnswer }
  /** A bug in the runtime; the message goes to the log, never to the caller. */
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };
