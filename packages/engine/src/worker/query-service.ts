import {
  checkQuery,
  describeModel,
  normalizeQuery,
  QueryError,
  type NormalizedQuery,
  type NormalizedRequest,
  type QueryContext,
} from '@oriel/semantic';
import type { AnswerHead, LoadRequest, MetaRequest, QueryRequest, RuntimeSettings } from '../engine-types.ts';
import type { QueuedSource } from './open-sources.ts';
import { answerWith, toAnswer } from './answers.ts';
import { createCallerModels } from './caller-models.ts';
import { describeDryRun, describeSql } from './describe-query.ts';
import { encodeLoad, type OpenAnswer } from './encode-answer.ts';
import type { ExtraValues } from './encode-rows.ts';
import type { RuntimeLimits } from './messages.ts';
import type { ModelVersion } from './model-versions.ts';
import { createResultLoader } from './result-loader.ts';

/** Answers the queries of one runtime. Refusals and failures are answers too; only a bug is thrown. */
export interface QueryService {
  /** Aborting stops the query, unless other callers share it, and the rest of an open answer. */
  load(request: LoadRequest, signal: AbortSignal): Promise<OpenAnswer>;
  sql(request: QueryRequest): AnswerHead;
  dryRun(request: QueryRequest): AnswerHead;
  checkQuery(request: QueryRequest): AnswerHead;
  meta(request: MetaRequest): AnswerHead;
  /** Interrupts what is under way; a thread cannot end while the database works for it. */
  close(): Promise<void>;
}

/** What queries are answered with. */
export interface QueryServiceOptions {
  readonly model: ModelVersion;
  readonly sources: Readonly<Record<string, QueuedSource>>;
  readonly settings: RuntimeSettings;
  readonly limits: RuntimeLimits;
}

/** Makes the service of one model, its sources and its settings. */
export function createQueryService({ model, sources, settings, limits }: QueryServiceOptions): QueryService {
  const loader = createResultLoader(limits);
  const contextOf = (securityContext: Record<string, unknown>): QueryContext => ({
    ...settings,
    securityContext,
    now: new Date(),
  });

  const sourceOf = (name: string): QueuedSource => {
    const source = sources[name];
    if (!source)
      throw new QueryError(
        'unknown_source',
        `The model names a data source ${JSON.stringify(name)}, which the deployment does not have`,
      );
    return source;
  };
  const findModel = createCallerModels(model, (name) => sourceOf(name).dialect);

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
      normalized.queries.map(async (query) => {
        const compiled = compile(query, context);
        const source = sourceOf(compiled.dataSource);
        const extra = extraValues(normalized, query);
        return loader.load(compiled, { source, request, extra, mayBeOpen, signal });
      }),
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
        return describeDryRun(normalized, compiled);
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
    close: () => loader.close(),
  };
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
