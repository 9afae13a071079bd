import {
  createBudget,
  normalizeQuery,
  QueryError,
  type CompiledQuery,
  type NormalizedQuery,
  type NormalizedRequest,
  type QueryContext,
} from '@oriel/semantic';
import type {
  AnswerHead,
  CsvRequest,
  LoadRequest,
  MetaRequest,
  QueryRequest,
  RuntimeSettings,
} from '../protocol/engine-types.ts';
import { rm } from 'node:fs/promises';
import { answerWith, toAnswer } from './answers.ts';
import { describeDryRun, describeSql } from './compile/describe-query.ts';
import { headOf, writeQuery, type ExportedQuery } from './exports/export-query.ts';
import { createRunningExports } from './exports/running-exports.ts';
import { createLoadEncoder, type OpenAnswer } from './results/encode-answer.ts';
import type { ExtraValues } from './results/encode-rows.ts';
import type { RuntimeLimits } from './messages/messages.ts';
import type { ModelCompilation } from './compile/model-compiler.ts';
import type { QueuedSource } from './sources/open-sources.ts';
import { createQueryPlanner } from './compile/query-planner.ts';
import { createResultLoader } from './results/result-loader.ts';

/**
 * Answers the queries of one runtime. Refusals and failures are answers too; only a bug is thrown. Aborting stops what
 * is done for the caller alone.
 */
export interface QueryService {
  /** Aborting stops the query, unless other callers share it, and the rest of an open answer. */
  load(request: LoadRequest, signal: AbortSignal): Promise<OpenAnswer>;
  /** Every row of a query, past the cache and its limits; aborting stops it. */
  exportRows(request: QueryRequest, signal: AbortSignal): Promise<OpenAnswer>;
  /** The first line of `exportRows`, without rows. */
  describeRows(request: QueryRequest, signal: AbortSignal): Promise<AnswerHead>;
  /**
   * Has the database write the rows of `exportRows` into a file; the answer is JSON of `WrittenCsv`, or null where it
   * cannot.
   */
  writeCsv(request: CsvRequest, signal: AbortSignal): Promise<AnswerHead>;
  sql(request: QueryRequest, signal: AbortSignal): Promise<AnswerHead>;
  dryRun(request: QueryRequest, signal: AbortSignal): Promise<AnswerHead>;
  checkQuery(request: QueryRequest, signal: AbortSignal): Promise<AnswerHead>;
  meta(request: MetaRequest, signal: AbortSignal): Promise<AnswerHead>;
  /** Interrupts what is under way; a thread cannot end while the database works for it. */
  close(): Promise<void>;
}

/** What queries are answered with. */
export interface QueryServiceOptions {
  readonly model: ModelCompilation;
  readonly sources: Readonly<Record<string, QueuedSource>>;
  readonly settings: RuntimeSettings;
  readonly limits: RuntimeLimits;
}

/** Makes the service of one model, its sources and its settings. */
export function createQueryService({ model, sources, settings, limits }: QueryServiceOptions): QueryService {
  const loader = createResultLoader(limits);
  const planner = createQueryPlanner(model, limits);
  const encodeLoad = createLoadEncoder();
  const contextOf = (securityContext: Record<string, unknown>): QueryContext => ({
    ...settings,
    securityContext,
    now: new Date(),
  });
  /** Planning has a budget of its own, in the compile thread. */
  const normalize = (query: unknown, context: QueryContext) =>
    normalizeQuery(query, { ...context, budget: createBudget() });

  /** The source as the caller reads it, in the queue of all. */
  const sourceOf = ({ dataSource }: CompiledQuery, { credentials }: QueryRequest): QueuedSource => {
    const source = sources[dataSource];
    if (!source) throw new Error(`A query was compiled for ${dataSource}, which is no source`);
    return credentials && source.forUser
      ? { ...source, ...source.forUser(credentials[dataSource]), queue: source.queue }
      : source;
  };

  const loadAll = async (request: LoadRequest, signal: AbortSignal): Promise<OpenAnswer> => {
    const { caller, waitMs, maxRows } = request;
    const context = { ...contextOf(request.securityContext), ...(maxRows !== undefined && { maxRows }) };
    const normalized = normalize(request.query, context);
    if (normalized.queryType !== 'regularQuery' && request.queryType !== 'multi') {
      throw new QueryError('invalid_query', `A ${normalized.queryType} needs queryType=multi`);
    }
    const remaining = createPatience(waitMs);
    const compiled = await planner.compile(normalized.queries, context, { caller, signal, waitMs });
    const patient = { ...request, ...remaining() };
    // Several open results would hold connections while each waits for its turn.
    const mayBeOpen = normalized.queries.length === 1;
    const entries = await Promise.all(
      compiled.map(async (one, index) => {
        const query = normalized.queries[index];
        const extra = query ? extraValues(normalized, query) : {};
        return loader.load(one, {
          source: sourceOf(one, request),
          request: patient,
          extra,
          mayBeOpen,
          signal,
        });
      }),
    );
    return encodeLoad(normalized, entries, request.queryType === 'multi');
  };

  const running = createRunningExports();
  const compileExport = async (request: QueryRequest, signal: AbortSignal): Promise<ExportedQuery[]> => {
    const context = {
      ...contextOf(request.securityContext),
      // Without a bound the SQL has none, which DuckDB would gather every row for.
      defaultLimit: Infinity,
      maxLimit: Infinity,
    };
    const normalized = normalize(request.query, context);
    if (normalized.queryType === 'blendingQuery')
      throw new QueryError('invalid_query', 'Queries of several kinds of rows are no table to export');
    const { caller } = request;
    const compiled = await planner.compile(normalized.queries, context, { caller, signal });
    return compiled.map((one, index) => {
      const query = normalized.queries[index];
      const extra = query ? extraValues(normalized, query) : {};
      return { compiled: one, source: sourceOf(one, request), extra };
    });
  };
  const exportOptions = ({ caller }: QueryRequest, signal: AbortSignal) => ({
    timeoutMs: limits.queryTimeoutMs,
    callers: listOf(caller),
    signal,
  });
  const exportAll = async (request: QueryRequest, signal: AbortSignal): Promise<OpenAnswer> =>
    running.begin(await compileExport(request, signal), exportOptions(request, signal));
  const writeAll = async (request: CsvRequest, signal: AbortSignal) => {
    const [query, ...others] = await compileExport(request, signal);
    // Rows of several queries, or with values beside their columns, are read.
    if (!query || others.length > 0 || Object.keys(query.extra).length > 0) return null;
    const written = await running.run(signal, (either) =>
      writeQuery(query, request, exportOptions(request, either)),
    );
    // The caller has opened it by then; one that has gone leaves nothing for long.
    if (written) setTimeout(() => void rm(written.path, { force: true }), FILE_MS).unref();
    return written ?? null;
  };

  const compileAll = async (
    { query, securityContext, caller }: QueryRequest,
    signal: AbortSignal,
    explains = false,
  ) => {
    const context = { ...contextOf(securityContext), explains };
    const normalized = normalize(query, context);
    return { normalized, compiled: await planner.compile(normalized.queries, context, { caller, signal }) };
  };

  return {
    load: (request, signal) =>
      loadAll(request, signal).catch((error: unknown) => toAnswer(error, request.seesModel === true)),
    exportRows: (request, signal) =>
      exportAll(request, signal).catch((error: unknown) => toAnswer(error, request.seesModel === true)),
    async describeRows(request, signal) {
      try {
        return { status: 200, body: [headOf(await compileExport(request, signal))], cache: 'none' };
      } catch (error) {
        return toAnswer(error, request.seesModel === true);
      }
    },
    writeCsv: (request, signal) => answerWith(request.seesModel === true, () => writeAll(request, signal)),
    sql: (request, signal) =>
      answerWith(request.seesModel === true, async () => {
        const { normalized, compiled } = await compileAll(request, signal, true);
        const described = compiled.map(describeSql);
        return normalized.queryType === 'regularQuery' ? described[0] : described;
      }),
    dryRun: (request, signal) =>
      answerWith(request.seesModel === true, async () => {
        const { normalized, compiled } = await compileAll(request, signal);
        return describeDryRun(normalized, compiled);
      }),
    checkQuery: ({ query, securityContext, caller, seesModel = false }, signal) =>
      answerWith(seesModel, async () => {
        const context = contextOf({});
        const { queries } = normalize(query, context);
        await model.run(
          { kind: 'check', queries, context, securityContext },
          { callers: listOf(caller), signal },
        );
        return {};
      }),
    async meta({ securityContext, options, caller, seesModel = false }, signal) {
      try {
        const task = { kind: 'describe', context: contextOf(securityContext), options } as const;
        const described = await model.run(task, { callers: listOf(caller), signal });
        return { status: 200, body: [described], cache: 'none' };
      } catch (error) {
        return toAnswer(error, seesModel);
      }
    },
    async close() {
      await Promise.all([planner.close(), loader.close(), running.abortAll()]);
    },
  };
}

/** How long a file of rows has its name. */
const FILE_MS = 60_000;

function listOf<T>(item: T | undefined): T[] {
  return item === undefined ? [] : [item];
}

/** What is left of the time that a caller waits before it asks again. */
function createPatience(waitMs: number | undefined): () => { waitMs?: number } {
  const startedAt = performance.now();
  return () =>
    waitMs === undefined ? {} : { waitMs: Math.max(0, waitMs - (performance.now() - startedAt)) };
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
