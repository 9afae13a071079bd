import {
  brokenModelMessage,
  checkQuery,
  describeModel,
  normalizeQuery,
  QueryError,
  type CompiledQuery,
  type NormalizedQuery,
  type NormalizedRequest,
  type QueryContext,
} from '@oriel/semantic';
import type {
  AnswerHead,
  CacheMode,
  LoadRequest,
  MetaRequest,
  QueryRequest,
  RuntimeSettings,
} from '../engine-types.ts';
import { cancelled, SourceError, type Source } from '../sources/source.ts';
import { cacheModeOf } from './cache-mode.ts';
import { BrokenModelError, createCallerModels } from './caller-models.ts';
import { encodeLoad, type LoadedEntry, type OpenAnswer } from './encode-answer.ts';
import type { ExtraValues } from './encode-rows.ts';
import { executeQuery, isOpen, type QueryResult } from './execute-query.ts';
import type { ModelVersion } from './model-versions.ts';
import type { QueryCompiler } from './query-compiler.ts';
import { createRefreshChecks } from './refresh-checks.ts';
import { createResultCache, isCurrent, type CachedResult } from './result-cache.ts';
import { createSharedExecutions, type Joined, type Work } from './shared-executions.ts';

/** A result that would take more of the cache is not held, but read at the pace of its caller. */
const MAX_SHARE_OF_CACHE = 1 / 8;

/** How long a query goes on that nobody waits for, after its caller was told to ask again. */
const ORPHAN_MS = 120_000;

/** Answers the queries of one runtime. Refusals and failures are answers too; only a bug is thrown. */
export interface QueryService {
  /** Aborting stops the query as long as nobody else waits for it, and what is left of an open answer. */
  load(request: LoadRequest, signal: AbortSignal): Promise<OpenAnswer>;
  sql(request: QueryRequest): AnswerHead;
  dryRun(request: QueryRequest): AnswerHead;
  checkQuery(request: QueryRequest): AnswerHead;
  meta(request: MetaRequest): AnswerHead;
  /** Interrupts what is under way; a thread cannot end while the database works for it. */
  close(): Promise<void>;
}

export interface QueryServiceOptions {
  readonly model: ModelVersion;
  readonly sources: Readonly<Record<string, Source>>;
  readonly settings: RuntimeSettings;
  readonly cacheBytes: number;
  readonly queryTimeoutMs: number;
}

export function createQueryService({
  model,
  sources,
  settings,
  cacheBytes,
  queryTimeoutMs,
}: QueryServiceOptions): QueryService {
  const cache = createResultCache(cacheBytes);
  const refreshChecks = createRefreshChecks(queryTimeoutMs);
  const executions = createSharedExecutions<QueryResult>();
  const contextOf = (securityContext: Record<string, unknown>): QueryContext => ({
    ...settings,
    securityContext,
    now: new Date(),
  });

  const sourceOf = (name: string): Source => {
    const source = sources[name];
    if (!source)
      throw new QueryError(
        'unknown_source',
        `The model names a data source ${JSON.stringify(name)}, which the deployment does not have`,
      );
    return source;
  };
  const findModel = createCallerModels(model, (name) => sourceOf(name).dialect);

  /** One query: from the cache, from an execution that is under way, or from the database. */
  const loadOne = async (query: NormalizedQuery, asked: Asked): Promise<LoadedEntry> => {
    const { context, request, extra, mayBeOpen } = asked;
    const compiled = asked.compile(query, context);
    const source = sourceOf(compiled.dataSource);
    const format = query.responseFormat ?? 'default';
    const key = `${compiled.dataSource}\n${compiled.sql}\n${JSON.stringify([compiled.params, format, extra, compiled.total !== undefined])}`;
    const mode = cacheModeOf(request);
    const findKept = () => (mode === 'no-cache' ? undefined : cache.get(key));
    const answerKept = (result: CachedResult, isSlow = false): LoadedEntry => ({
      compiled,
      source,
      result,
      isSlow,
      cache: 'hit',
    });
    try {
      const version = await waitFor(versionOf(compiled, source, mode), asked.signal, request.waitMs);
      const kept = findKept();
      if (kept && isCurrent(kept, version, maxAgeOf(compiled, source))) return answerKept(kept);
      const maxHeldBytes = mayBeOpen ? cacheBytes * MAX_SHARE_OF_CACHE : Infinity;
      const join = () =>
        executions.join(`${mayBeOpen}\n${key}`, (signal) => {
          const options = { format, extra, version, timeoutMs: queryTimeoutMs, maxHeldBytes, signal };
          const work = executeQuery(source, compiled, options);
          return mode === 'no-cache' ? work : keep(key, work);
        });
      if (kept && mode === 'stale-while-revalidate') {
        join().leave(ORPHAN_MS);
        return answerKept(kept);
      }
      return { compiled, source, isSlow: false, ...(await resultOf(join, asked)) };
    } catch (error) {
      const kept = findKept();
      const mayBeOld = mode === 'stale-if-slow' || mode === 'stale-while-revalidate';
      if (kept && mayBeOld && error instanceof ContinueWait) return answerKept(kept, true);
      throw error;
    }
  };

  /** What changes when the data are known to have changed. */
  const versionOf = async (compiled: CompiledQuery, source: Source, mode: CacheMode): Promise<string> => {
    const { checks } = compiled.freshness;
    const version = await source.version();
    if (checks.length === 0 || mode === 'no-cache') return version;
    return `${version}\n${await refreshChecks.ask(compiled.dataSource, source, checks)}`;
  };

  const keep = (key: string, work: Work<QueryResult>): Work<QueryResult> => {
    void work.result.then(
      (result) => isOpen(result) || cache.set(key, result),
      () => {},
    );
    return work;
  };

  const loadAll = async (request: LoadRequest, signal: AbortSignal): Promise<OpenAnswer> => {
    const { compile } = findModel(request.securityContext);
    const context = contextOf(request.securityContext);
    const normalized = normalizeQuery(request.query, context);
    if (normalized.queryType !== 'regularQuery' && request.queryType !== 'multi') {
      throw new QueryError('invalid_query', `A ${normalized.queryType} needs queryType=multi`);
    }
    // Several open results would hold connections while each waits for its turn.
    const mayBeOpen = normalized.queries.length === 1;
    const entries = await Promise.all(
      normalized.queries.map((query) =>
        loadOne(query, {
          compile,
          context,
          request,
          extra: extraValues(normalized, query),
          mayBeOpen,
          signal,
        }),
      ),
    );
    return encodeLoad(normalized, entries, request.queryType === 'multi');
  };

  const compileAll = ({ query, securityContext }: QueryRequest) => {
    const { compile } = findModel(securityContext);
    const context = contextOf(securityContext);
    const normalized = normalizeQuery(query, context);
    return {
      normalized,
      compiled: normalized.queries.map((one) => compile(one, context)),
    };
  };

  return {
    load: (request, signal) => loadAll(request, signal).catch(toAnswer),
    sql: (request) =>
      answerWith(() => {
        const { normalized, compiled } = compileAll(request);
        const described = compiled.map(describeSql);
        return normalized.queryType === 'regularQuery' ? described[0] : described;
      }),
    dryRun: (request) =>
      answerWith(() => {
        const { normalized, compiled } = compileAll(request);
        return {
          queryType: normalized.queryType,
          normalizedQueries: normalized.queries,
          queryOrder: compiled.map(({ query }) =>
            Object.fromEntries((query.order ?? []).map(({ id, desc }) => [id, desc ? 'desc' : 'asc'])),
          ),
          transformedQueries: compiled.map(({ query }) => ({
            measures: query.measures,
            timeDimensions: query.timeDimensions,
            sortedDimensions: query.dimensions.toSorted(),
          })),
          pivotQuery: normalized.pivotQuery,
        };
      }),
    checkQuery: ({ query, securityContext }) =>
      answerWith(() => {
        const { model } = findModel(securityContext);
        const context = contextOf({});
        for (const one of normalizeQuery(query, context).queries) checkQuery(model, one, context);
        return {};
      }),
    meta: ({ securityContext, options }) =>
      answerWith(() => describeModel(findModel(securityContext).model, contextOf(securityContext), options)),
    async close() {
      await Promise.all([executions.abortAll(), refreshChecks.abortAll()]);
    },
  };
}

/** Told to a caller whose query is not done within the wait time; the caller asks the same again. */
class ContinueWait extends Error {}

/** A refresh key of a cube takes the place of what holds for its source. */
function maxAgeOf({ freshness }: CompiledQuery, { currentForMs = Infinity }: Source): number {
  return freshness.asSource ? Math.min(freshness.maxAgeMs, currentForMs) : freshness.maxAgeMs;
}

/** Who asks, and how. */
interface Asked {
  readonly compile: QueryCompiler;
  readonly context: QueryContext;
  readonly request: LoadRequest;
  readonly extra: ExtraValues;
  readonly mayBeOpen: boolean;
  readonly signal: AbortSignal;
}

/** The result of a shared execution. An open one can be read by one caller only; the others ask anew. */
async function resultOf(
  join: () => Joined<QueryResult>,
  { request, signal }: Asked,
): Promise<Pick<LoadedEntry, 'result' | 'cache'>> {
  for (;;) {
    const joined = join();
    const result = await waitForResult(joined, signal, request.waitMs);
    const cache = joined.isShared ? 'shared' : 'miss';
    if (!isOpen(result)) {
      joined.leave();
      return { result, cache };
    }
    if (joined.claim()) {
      if (signal.aborted) joined.leave();
      signal.addEventListener('abort', () => joined.leave(), { once: true });
      return { result, cache };
    }
    joined.leave();
  }
}

async function waitForResult<T>(
  joined: Joined<T>,
  signal: AbortSignal,
  waitMs: number | undefined,
): Promise<T> {
  try {
    return await waitFor(joined.result, signal, waitMs);
  } catch (error) {
    joined.leave(error instanceof ContinueWait ? ORPHAN_MS : undefined);
    throw error;
  }
}

/** Waits until there is what is waited for, the caller goes, or the wait time is over. */
async function waitFor<T>(awaited: Promise<T>, signal: AbortSignal, waitMs: number | undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(cancelled(signal.reason));
  signal.addEventListener('abort', onAbort, { once: true });
  if (waitMs !== undefined) timer = setTimeout(() => reject(new ContinueWait()), waitMs);
  try {
    return await Promise.race([awaited, interrupted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** What the rows of one of several results carry, so that a client can show them as one. */
function extraValues({ queryType, queries }: NormalizedRequest, query: NormalizedQuery): ExtraValues {
  if (queryType !== 'compareDateRangeQuery' || queries.length === 0) return {};
  const changing =
    query.timeDimensions.find((time, index) =>
      queries.some((other) => other.timeDimensions[index]?.dateRange?.join() !== time.dateRange?.join()),
    ) ?? query.timeDimensions[0];
  return changing?.dateRange ? { compareDateRange: changing.dateRange.join(' - ') } : {};
}

function describeSql(compiled: CompiledQuery): object {
  const { sql, params, columns, query, dataSource } = compiled;
  return {
    sql: {
      sql: [sql, params],
      aliasNameToMember: Object.fromEntries(columns.map(({ alias, key }) => [alias, key])),
      memberNames: columns.map(({ key }) => key),
      order: Object.fromEntries((query.order ?? []).map(({ id, desc }) => [id, desc ? 'desc' : 'asc'])),
      dataSource,
      external: false,
      cacheKeyQueries: [],
      preAggregations: [],
      lambdaQueries: {},
      canUseTransformedQuery: {},
      ...timeDimensionOf(compiled),
    },
    dataSource,
  };
}

function timeDimensionOf({ columns }: CompiledQuery): object {
  const time = columns.find(({ kind }) => kind === 'timeDimension');
  return time ? { timeDimensionAlias: time.alias, timeDimensionField: time.member } : {};
}

function answerWith(make: () => unknown): AnswerHead {
  try {
    return json(200, make());
  } catch (error) {
    return toAnswer(error);
  }
}

function json(status: number, body: unknown): AnswerHead {
  return { status, body: [Buffer.from(JSON.stringify(body))], cache: 'none' };
}

/** A refusal or a failure of the database in the form of the query API; anything else is a bug and stays thrown. */
function toAnswer(error: unknown): AnswerHead {
  if (error instanceof ContinueWait) return json(200, { error: 'Continue wait', stage: 'Executing query' });
  if (error instanceof QueryError)
    return json(400, {
      error: error.message,
      type: 'UserError',
      plainError: error.message,
      code: error.code,
      ...(error.path !== undefined && { path: error.path }),
    });
  if (error instanceof BrokenModelError)
    return json(500, { error: brokenModelMessage(error.problems), code: 'model.broken' });
  if (error instanceof SourceError)
    return json(error.code === 'source.unavailable' ? 503 : 400, {
      error: `Error: ${error.message}`,
      code: error.code,
    });
  throw error;
}
