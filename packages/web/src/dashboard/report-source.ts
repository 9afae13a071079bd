import type { Query } from '@oriel/dashboard/control-settings';
import { indexLinks, linkQuery, type WantedLinks } from '@oriel/dashboard/link-query';
import {
  filterMembers,
  findNoVariant,
  toVariant,
  type NoVariant,
  type QueryVariant,
} from '@oriel/dashboard/query-variant';
import type { MemberTypeMap } from '../query/load-member-types.ts';
import type { QueryResult, RunBatch } from '../query/load-batch.ts';

/** The most groups of one variant; one with more has none, for some of them would be wrong. */
const MAX_GROUPS = 50_000;

/** What was answered of each variant, undefined where that is not complete, or why nothing was asked. */
export type VariantAnswers =
  | { readonly results: readonly (QueryResult | undefined)[] }
  | { readonly refused: NoVariant | 'failed' };

export type LinkIndex = ReturnType<typeof indexLinks>;

/** Where a report asks for more than its rows: totals, and the small charts in its cells. */
export interface ReportSource {
  /** Asks the report's query by fewer of its groups. Rows have the names of the report. Never throws but for `signal`. */
  load(variants: readonly QueryVariant[], signal: AbortSignal): Promise<VariantAnswers>;
  /**
   * The addresses of links by the key of their dimension, its value, and the name of the link; those that are refused are left out.
   * Never throws but for `signal`.
   */
  loadLinks(wanted: readonly WantedLinks[], signal: AbortSignal): Promise<ReadonlyMap<string, LinkIndex>>;
}

interface SourceOptions {
  /** The query as it was asked last; undefined where there is none. */
  query(): Query | undefined;
  runBatch: RunBatch;
  /** What is known of the model's members; asked only where a filter names one that the query does not have. */
  loadTypes?: (() => Promise<MemberTypeMap>) | undefined;
  /** The name in the query of what the report calls a member or a column, and back for the rows. */
  toQueryName?(key: string): string;
  toReport?(result: QueryResult): QueryResult;
}

export function createReportSource({
  query: getQuery,
  runBatch,
  loadTypes,
  toQueryName = (key) => key,
  toReport = (result) => result,
}: SourceOptions): ReportSource {
  /** Tells dimensions from measures where the filters of a query name members. */
  const readMembers = async (query: Query) => {
    const isOpen = filterMembers(query.filters ?? []).length > 0;
    const types = isOpen ? await loadTypes?.().catch(() => undefined) : undefined;
    return (member: string) => isDimension(types, member);
  };
  const refusalOf = async (query: Query) => findNoVariant(query, await readMembers(query));
  return {
    async load(variants, signal) {
      const query = getQuery();
      if (!query) return { refused: 'failed' };
      const refused = await refusalOf(query);
      if (refused) return { refused };
      const queries = variants.map((variant, index) => ({
        id: String(index),
        query: toVariant(query, inQuery(variant, toQueryName), MAX_GROUPS),
      }));
      const results: (QueryResult | undefined)[] = variants.map(() => undefined);
      let isWhole = true;
      try {
        await runBatch(
          queries,
          (answer) => {
            if ('error' in answer) isWhole = false;
            else if (answer.result.rows.length < MAX_GROUPS)
              results[Number(answer.id)] = toReport(answer.result);
          },
          signal,
        );
      } catch {
        signal.throwIfAborted();
        isWhole = false;
      }
      return isWhole ? { results } : { refused: 'failed' };
    },
    async loadLinks(wanted, signal) {
      const query = getQuery();
      const found = new Map<string, LinkIndex>();
      if (!query) return found;
      const named = wanted.map((each) => ({ ...each, dimension: toQueryName(each.dimension) }));
      const isKnown = await readMembers(query);
      const queries = named.map((each, index) => ({
        id: String(index),
        query: linkQuery(query, each, isKnown),
      }));
      const take: Parameters<RunBatch>[1] = (answer) => {
        const index = Number(answer.id);
        const [asked, report] = [named[index], wanted[index]];
        if (asked && report && 'result' in answer)
          found.set(report.dimension, indexLinks(answer.result, asked));
      };
      await runBatch(queries, take, signal).catch(() => undefined);
      signal.throwIfAborted();
      return found;
    },
  };
}

function isDimension(types: MemberTypeMap | undefined, member: string): boolean | undefined {
  return types?.measures && types.has(member) ? !types.measures.has(member) : undefined;
}

function inQuery({ keep, by, measures }: QueryVariant, nameOf: (key: string) => string): QueryVariant {
  return {
    keep: keep.map(nameOf),
    ...(by && { by }),
    ...(measures && { measures: measures.map(nameOf) }),
  };
}
