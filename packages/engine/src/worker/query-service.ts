import {
  checkQuery,
  describeModel,
  normalizeQuery,
  QueryError,
  type CompiledQuery,
  type Model,
  type NormalizedQuery,
  type NormalizedRequest,
  type QueryContext,
} from '@oriel/semantic';
import type {
  CheckRequest,
  EncodedAnswer,
  LoadRequest,
  MetaRequest,
  QueryRequest,
  RuntimeSettings,
} from '../engine-types.ts';
import { runCompiledQuery } from '../run-compiled-query.ts';
import { cancelled, SourceError, type Source } from '../sources/source.ts';
import { encodeLoad, type LoadedEntry } from './encode-answer.ts';
import { createRowEncoder, type ExtraValues, type ResponseFormat } from './encode-rows.ts';
import { createQueryCompiler } from './query-compiler.ts';
import { createResultCache, isCurrent, type CachedResult } from './result-cache.ts';
import { createSharedExecutions, type Joined } from './shared-executions.ts';

/** MiB that the rows of one answer may take. */
const MAX_RESULT_MB = 256;

/** How long a query goes on that nobody waits for, after its caller was told to ask again. */
const ORPHAN_MS = 120_000;

/** Answers the queries of one runtime. Refusals and failures are answers too; only a bug is thrown. */
export interface QueryService {
  load(request: LoadRequest, signal: AbortSignal): Promise<EncodedAnswer>;
  sql(request: QueryRequest): EncodedAnswer;
  dryRun(request: QueryRequest): EncodedAnswer;
  checkQuery(request: CheckRequest): EncodedAnswer;
  meta(request: MetaRequest): EncodedAnswer;
  /** Interrupts what is under way; a thread cannot end while the database works for it. */
  close(): Promise<void>;
}

export interface QueryServiceOptions {
  readonly model: Model;
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
  const executions = createSharedExecutions<CachedResult>();
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
  const compile = createQueryCompiler(model, (name) => sourceOf(name).dialect);

  /** One query: from the cache, from an execution that is under way, or from the database. */
  const loadOne = async (
    query: NormalizedQuery,
    context: QueryContext,
    request: LoadRequest,
    extra: ExtraValues,
    signal: AbortSignal,
  ): Promise<LoadedEntry> => {
    const compiled = compile(query, context);
    const source = sourceOf(compiled.dataSource);
    const format: ResponseFormat = query.responseFormat ?? 'default';
    const key = `${compiled.dataSource}\n${compiled.sql}\n${JSON.stringify([compiled.params, format, extra, compiled.total !== undefined])}`;
    const version = await source.version();
    const mode = request.cache ?? 'stale-if-slow';
    const kept = mode === 'no-cache' ? undefined : cache.get(key);
    const answerKept = (result: CachedResult, isSlow = false): LoadedEntry => ({
      compiled,
      source,
      result,
      isSlow,
      cache: 'hit',
    });
    if (kept && isCurrent(kept, version, source)) return answerKept(kept);
    const joined = executions.join(key, (aborted) =>
      execute(source, compiled, { format, extra, version, signal: aborted }).then((result) =>
        keep(key, result),
      ),
    );
    if (kept && mode === 'stale-while-revalidate') {
      joined.leave(ORPHAN_MS);
      return answerKept(kept);
    }
    try {
      const result = await waitFor(joined, signal, request.waitMs);
      return { compiled, source, result, isSlow: false, cache: joined.isShared ? 'shared' : 'miss' };
    } catch (error) {
      if (kept && mode === 'stale-if-slow' && error instanceof ContinueWait) return answerKept(kept, true);
      throw error;
    }
  };

  const keep = (key: string, result: CachedResult): CachedResult => {
    cache.set(key, result);
    return result;
  };

  const execute = async (
    source: Source,
    compiled: CompiledQuery,
    {
      format,
      extra,
      version,
      signal,
    }: { format: ResponseFormat; extra: ExtraValues; version: string; signal: AbortSignal },
  ): Promise<CachedResult> => {
    const maxMb = source.limits.maxResultMb ?? MAX_RESULT_MB;
    const encoder = createRowEncoder({ columns: compiled.columns, format, extra, maxMb });
    const { total } = await runCompiledQuery(source, compiled, {
      signal,
      timeoutMs: queryTimeoutMs,
      take: encoder.take,
    });
    return { data: encoder.end(), total, refreshedAt: new Date().toISOString(), version };
  };

  const loadAll = async (request: LoadRequest, signal: AbortSignal): Promise<EncodedAnswer> => {
    const context = contextOf(request.securityContext);
    const normalized = normalizeQuery(request.query, context);
    if (normalized.queryType !== 'regularQuery' && request.queryType !== 'multi') {
      throw new QueryError('invalid_query', `A ${normalized.queryType} needs queryType=multi`);
    }
    const entries = await Promise.all(
      normalized.queries.map((query) =>
        loadOne(query, context, request, extraValues(normalized, query), signal),
      ),
    );
    return encodeLoad(normalized, entries, request.queryType === 'multi');
  };

  const compileAll = ({ query, securityContext }: QueryRequest) => {
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
    checkQuery: ({ query }) =>
      answerWith(() => {
        const context = contextOf({});
        for (const one of normalizeQuery(query, context).queries) checkQuery(model, one, context);
        return {};
      }),
    meta: ({ securityContext, options }) =>
      answerWith(() => describeModel(model, contextOf(securityContext), options)),
    close: () => executions.abortAll(),
  };
}

/** Told to a caller whose query is not done within the wait time; the caller asks the same again. */
class ContinueWait extends Error {}

/** Waits for a shared execution until it ends, the caller goes, or the wait time is over. */
async function waitFor(
  joined: Joined<CachedResult>,
  signal: AbortSignal,
  waitMs: number | undefined,
): Promise<CachedResult> {
  let timer: NodeJS.Timeout | undefined;
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(cancelled(signal.reason));
  signal.addEventListener('abort', onAbort, { once: true });
  if (waitMs !== undefined) timer = setTimeout(() => reject(new ContinueWait()), waitMs);
  try {
    const result = await Promise.race([joined.result, interrupted]);
    joined.leave();
    return result;
  } catch (error) {
    joined.leave(error instanceof ContinueWait ? ORPHAN_MS : undefined);
    throw error;
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

function answerWith(make: () => unknown): EncodedAnswer {
  try {
    return json(200, make());
  } catch (error) {
    return toAnswer(error);
  }
}

function json(status: number, body: unknown): EncodedAnswer {
  return { status, body: [Buffer.from(JSON.stringify(body))], cache: 'none' };
}

/** A refusal or a failure of the database in the form of the query API; anything else is a bug and stays thrown. */
function toAnswer(error: unknown): EncodedAnswer {
  if (error instanceof ContinueWait) return json(200, { error: 'Continue wait', stage: 'Executing query' });
  if (error instanceof QueryError)
    return json(400, {
      error: error.message,
      type: 'UserError',
      plainError: error.message,
      code: error.code,
      ...(error.path !== undefined && { path: error.path }),
    });
  if (error instanceof SourceError)
    return json(error.code === 'source.unavailable' ? 503 : 400, {
      error: `Error: ${error.message}`,
      code: error.code,
    });
  throw error;
}
