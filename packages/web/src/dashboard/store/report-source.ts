import { appliedFilters, type AppliedFilter } from '@oriel/dashboard/applied-filters';
import type { Query } from '@oriel/dashboard/control-settings';
import { indexLinks, linkQuery, type WantedLinks } from '@oriel/dashboard/link-query';
import {
  filterMembers,
  findNoVariant,
  toVariant,
  type NoVariant,
  type QueryVariant,
} from '@oriel/dashboard/query-variant';
import type { MemberTypeMap } from '../../query/load-member-types.ts';
import type { QueryResult, RunBatch } from '../../query/load-batch.ts';

/** The most groups of one variant; one with more has none, for some of them would be wrong. */
const MAX_GROUPS = 50_000;

/** What was answered of each variant, undefined where that is not complete, or why nothing was asked. */
type VariantAnswers =
  | { readonly results: readonly (QueryResult | undefined)[] }
  | { readonly refused: NoVariant | 'failed' };

type LinkIndex = ReturnType<typeof indexLinks>;

/** Where a report asks for more than its rows: totals, and the small charts in its cells. */
export interface ReportSource {
  /**
   * Asks the report's query by fewer of its groups. Rows have the names of the report. Never throws but for `signal`.
   */
  load(variants: readonly QueryVariant[], signal: AbortSignal): Promise<VariantAnswers>;
  /**
   * The addresses of links by the key of their dimension, its value, and the name of the link; those that are refused
   * are left out. Never throws but for `signal`.
   */
  loadLinks(wanted: readonly WantedLinks[], signal: AbortSignal): Promise<ReadonlyMap<string, LinkIndex>>;
  /** What the report is filtered by, of its own and by controls. */
  filters(): readonly AppliedFilter[];
  /** Whether the query states the order of its rows. */
  isOrdered(): boolean;
  /** What is known of the model's members; undefined where that cannot be asked. Never throws. */
  loadMembers(): Promise<MemberTypeMap | undefined>;
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
    filters() {
      return appliedFilters(getQuery() ?? {});
    },
    isOrdered() {
      return Object.keys(getQuery()?.order ?? {}).length > 0;
    },
    async loadMembers() {
      return loadTypes?.().catch(() => undefined);
    },
    async loadLinks(wanted, signal) {
      const query = getQuery();
      const found = new Map<string, LinkIndex>();
      if (!query) return found;
      const named = wanted.map((each) => ({ ...each, dimension: toQueryName(each.dimension) }));
      const isKnown = await readMembers(query);
      /** Asks for each; answers with those that are refused. */
      const ask = async (asked: readonly AskedLinks[]): Promise<AskedLinks[]> => {
        const refused: AskedLinks[] = [];
        const queries = asked.map(({ links }, index) => ({
          id: String(index),
          query: linkQuery(query, links, isKnown),
        }));
        const take: Parameters<RunBatch>[1] = (answer) => {
          const each = asked[Number(answer.id)];
          if (!each) return;
          if ('result' in answer)
            found.set(each.key, withLinks(found.get(each.key), indexLinks(answer.result, each.links)));
          else refused.push({ ...each, reason: answer.error });
        };
        await runBatch(queries, take, signal).catch(() => undefined);
        signal.throwIfAborted();
        return refused;
      };
      const refused = await ask(
        named.map((links, index) => ({ key: wanted[index]?.dimension ?? links.dimension, links })),
      );
      // One that is wrong takes those beside it along, so each is asked for by itself.
      const several = refused.filter(({ links: { links } }) => links.length > 1);
      const alone = several.flatMap((each) =>
        each.links.links.map((link) => ({ ...each, links: { ...each.links, links: [link] } })),
      );
      const wrong = refused.filter((each) => !several.includes(each));
      if (alone.length > 0) wrong.push(...(await ask(alone)));
      for (const { links, reason } of wrong)
        // oxlint-disable-next-line no-console -- authors of a model look here
        console.warn(`Oriel: the link ${links.links.join()} of ${links.dimension} is left out: ${reason}`);
      return found;
    },
  };
}

/** Links that are asked for, by what the report calls their dimension. */
interface AskedLinks {
  readonly key: string;
  readonly links: WantedLinks;
  /** Why they were refused. */
  readonly reason?: string;
}

/** The addresses of some links beside those of others of their dimension. */
function withLinks(known: LinkIndex | undefined, more: LinkIndex): LinkIndex {
  if (!known) return more;
  const values = new Set([...known.keys(), ...more.keys()]);
  return new Map(
    [...values].map((value) => [value, new Map([...(known.get(value) ?? []), ...(more.get(value) ?? [])])]),
  );
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
