import type {
  DescribeOptions,
  MemberCatalog,
  ModelFile,
  ModelProblem,
  NormalizedQuery,
  QueryContext,
  QueryErrorCode,
} from '@oriel/semantic';
import type { LeftOut } from '@oriel/semantic/model';
import type { EngineErrorCode } from '../../errors/errors.ts';
import type { SourceConfig } from '../../sources/connection/source-config.ts';
import type { TimedQuery } from './query-compiler.ts';

/** A version of the model, as a compile thread gets to know it. */
export interface CompileVersion {
  /** Counts up within a runtime. */
  readonly version: number;
  readonly files: readonly ModelFile[];
  readonly environment: Readonly<Record<string, string>>;
  /** The kind of each data source by its name. */
  readonly sourceTypes: Readonly<Record<string, SourceConfig['type']>>;
}

/** What a runtime asks its compile thread; `version` is one that has begun. */
export type CompileTask =
  /** Compiles what all callers of the model have in common. */
  | ({ readonly kind: 'begin' } & CompileVersion)
  | {
      readonly kind: 'compile';
      readonly version: number;
      readonly queries: readonly NormalizedQuery[];
      readonly context: QueryContext;
    }
  /** Whether the queries could be answered for a caller who may see what they show; see `checkQuery` of semantic. */
  | {
      readonly kind: 'check';
      readonly version: number;
      readonly queries: readonly NormalizedQuery[];
      readonly context: QueryContext;
      /** For whom the model is compiled. */
      readonly securityContext: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'describe';
      readonly version: number;
      readonly context: QueryContext;
      readonly options: DescribeOptions | undefined;
    }
  /** Compiles a model that no query is asked about, for nobody in particular. */
  | {
      readonly kind: 'inspect';
      readonly files: readonly ModelFile[];
      readonly environment: Readonly<Record<string, string>>;
      readonly isWithMembers: boolean;
    };

/** What a task gives. */
export interface CompileResults {
  readonly begin: undefined;
  readonly compile: readonly TimedQuery[];
  readonly check: undefined;
  /** JSON. */
  readonly describe: Uint8Array<ArrayBuffer>;
  readonly inspect: {
    readonly problems: readonly ModelProblem[];
    readonly leftOut: readonly LeftOut[];
    readonly cubes: number;
    readonly members?: MemberCatalog;
  };
}

/** To a compile thread: a task under a number, or a version that nobody asks any more. */
export type ToCompiler = { readonly id: number; readonly task: CompileTask } | { readonly forget: number };

/** A refusal on its way between threads, where an error would lose its class and its fields. */
export type Refusal =
  | {
      readonly of: 'query';
      readonly code: QueryErrorCode;
      readonly message: string;
      readonly member?: string;
      readonly path?: string;
    }
  | { readonly of: 'engine'; readonly code: EngineErrorCode; readonly message: string };

/** Said by a compile thread when it has started. */
export const READY = 'ready';

/** From a compile thread. */
export type FromCompiler = { readonly id: number } & (
  | { readonly result: CompileResults[keyof CompileResults] }
  | { readonly refusal: Refusal }
  /** A bug; the text is for the log. */
  | { readonly failure: string }
);
