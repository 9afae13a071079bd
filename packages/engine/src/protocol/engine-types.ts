import type { DescribeOptions, ModelFile } from '@oriel/semantic';
import type { RuntimeStats } from './runtime-stats.ts';
import type { CsvColumn } from '../sources/connection/source.ts';
import type { SourceConfig } from '../sources/connection/source-config.ts';
import type { UserCredential } from '../sources/connection/user-credential.ts';

/** What a runtime is for. */
export interface RuntimeTarget {
  readonly deploymentId: number;
  readonly branch: string;
}

/** What holds for every query of a runtime. */
export interface RuntimeSettings {
  /** The reserved key of the security context. */
  readonly brandKey: string;
  readonly defaultTimezone?: string;
  readonly defaultLimit?: number;
  readonly maxLimit?: number;
}

/** What a runtime runs on. */
export interface RuntimeSource extends RuntimeSettings {
  /** Of the model's files: a commit. */
  readonly modelVersion: string;
  readonly files: readonly ModelFile[];
  /** The variables that templates of the model may read, default none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What the process has in its environment besides; default nothing. Where it differs, another process takes over. */
  readonly processEnvironment?: Readonly<Record<string, string>>;
  /** By name; `default` is the one of cubes that name none. */
  readonly sources: Readonly<Record<string, SourceConfig>>;
  /**
   * Another text where sources of the same settings have to be opened anew, as for another file in the place of one.
   */
  readonly sourcesVersion?: string;
}

/** The values of {@link CacheMode}. */
export const CACHE_MODES = [
  'stale-if-slow',
  'stale-while-revalidate',
  'must-revalidate',
  'no-cache',
] as const;

/**
 * What becomes of a kept result. As long as it is current it is the answer, except with `no-cache`. After that
 *
 * - `stale-if-slow`: a new one, or the kept one where that takes longer than the caller waits
 * - `stale-while-revalidate`: the kept one at once, while a new one is read for the next caller
 * - `must-revalidate`: a new one
 * - `no-cache`: always a new one
 */
export type CacheMode = (typeof CACHE_MODES)[number];

/** Who asks, for fair shares of what a runtime can do at once. */
export interface Caller {
  /** What callers have in common who share one more share, such as the viewers of one embed tenant. */
  readonly tenant: string;
  /** The same for all credentials of one person, whatever tenant they name. */
  readonly id: string;
}

/** Who asks, as far as answers go by it. */
interface Seeing {
  /**
   * Whether the caller may read the model, so that failures are told as they are: with members, SQL and values. Default
   * false.
   */
  readonly seesModel?: boolean;
}

/** A query and its caller. */
export interface QueryRequest extends Seeing {
  /** Default nobody in particular, of whom there is no share: such queries may take everything. */
  readonly caller?: Caller;
  /** The query as it came in; nothing has looked at it. */
  readonly query: unknown;
  readonly securityContext: Record<string, unknown>;
  /** The caller's credentials by data source; set by the engine. */
  readonly credentials?: Readonly<Record<string, UserCredential>>;
}

/** A query of which the rows are wanted. */
export interface LoadRequest extends QueryRequest {
  readonly queryType?: 'multi';
  /** Default: as the query says, otherwise `stale-if-slow`. */
  readonly cache?: CacheMode;
  /** After so long the answer is "Continue wait" and the query goes on; absent: the answer waits for the end. */
  readonly waitMs?: number;
  /**
   * The most rows that are taken, where the deployment allows as many; a query that asks for more is not refused for
   * it.
   */
  readonly maxRows?: number;
}

/** A query with rows that the database writes into a file by itself. */
export interface CsvRequest extends QueryRequest {
  readonly columns: readonly CsvColumn[];
  readonly maxBytes: number;
}

/** A request for what the model offers to its caller. */
export interface MetaRequest extends Seeing {
  /** As of a query. */
  readonly caller?: Caller;
  readonly securityContext: Record<string, unknown>;
  /** What is described beyond the members that the caller may see; see the semantic package. */
  readonly options?: DescribeOptions;
}

/** An answer of the query API, ready for the wire, as far as it is held. */
export interface AnswerHead {
  readonly status: number;
  /** JSON in UTF-8, a large one in several chunks. */
  readonly body: readonly Uint8Array[];
  /** Whether the rows came from the cache, from an execution that another caller had started, or from the database. */
  readonly cache: 'hit' | 'shared' | 'miss' | 'none';
  /** Of every 429 and 503. */
  readonly retryAfterSeconds?: number;
  /** Of what was executed, or is still. */
  readonly timing?: AnswerTiming;
}

/** What an answer took, in milliseconds; of several results the slowest. */
export interface AnswerTiming {
  /** Waiting for a slot. */
  readonly queuedMs: number;
  /** On the database, up to now. */
  readonly executedMs: number;
}

/** An answer of the query API, ready for the wire. */
export interface EncodedAnswer extends AnswerHead {
  /**
   * What comes behind the body, of an answer that is too large to be held: read once, at the pace of the reader. It
   * throws where the query fails after all, and what was read is then no whole answer. A caller that does not read it
   * must abort the query.
   */
  readonly rest?: AsyncIterable<Uint8Array>;
}

/** What is known of a runtime from outside its process. */
export interface RuntimeInfo extends RuntimeTarget {
  readonly state: 'starting' | 'ready';
  /** What new queries are answered on. */
  readonly modelVersion: string;
  /** When its process started, ISO 8601. */
  readonly startedAt: string;
  /** Undefined where it could not be started. */
  readonly processId: number | undefined;
  /** Memory that the process had a moment ago; 0 before that is known. */
  readonly residentBytes: number;
  readonly requestsInFlight: number;
  readonly stats: RuntimeStats;
}
