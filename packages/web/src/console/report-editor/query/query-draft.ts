/*
 * The query of a report while it is edited. A draft is what the editor can express; the rest of a query stays in it as it was written.
 * Each change makes a new draft.
 */

export type Direction = 'asc' | 'desc';

/** A range of dates: words such as `last 7 days`, or one or two dates. */
export type DateRange = string | readonly string[];

/** A time dimension: with a granularity it cuts the rows, with a range it limits them. */
export interface DraftTime {
  readonly dimension: string;
  readonly granularity?: string | undefined;
  readonly dateRange?: DateRange | undefined;
  /** Its other keys, such as `compareDateRange`. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export type FilterValue = string | number | boolean | null;

/** A condition on one member. */
export interface DraftCondition {
  readonly kind: 'condition';
  readonly member: string;
  readonly operator: string;
  readonly values: readonly FilterValue[];
}

/** A condition, or what is none to the editor, such as a group of conditions. */
export type DraftFilter = DraftCondition | { readonly kind: 'kept'; readonly filter: unknown };

export interface DraftOrder {
  readonly key: string;
  readonly direction: Direction;
}

export interface QueryDraft {
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly times: readonly DraftTime[];
  readonly segments: readonly string[];
  readonly filters: readonly DraftFilter[];
  readonly order: readonly DraftOrder[];
  /** Undefined leaves it to the server. */
  readonly limit: number | undefined;
  /** Keys of the query that the editor has nothing for. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** What has to be known of a member to choose it. */
interface Choosable {
  readonly name: string;
  readonly kind: 'measure' | 'dimension' | 'segment';
  readonly type: string;
}

export const emptyDraft: QueryDraft = {
  measures: [],
  dimensions: [],
  times: [],
  segments: [],
  filters: [],
  order: [],
  limit: undefined,
  rest: {},
};

/** Of a time dimension that is chosen. */
const DEFAULT_GRANULARITY = 'month';

/** Whether rows of the query have the member: a time dimension counts that cuts them. */
export function isChosen(draft: QueryDraft, name: string): boolean {
  return (
    draft.measures.includes(name) ||
    draft.segments.includes(name) ||
    draft.dimensions.includes(name) ||
    draft.times.some(({ dimension, granularity }) => dimension === name && granularity !== undefined)
  );
}

/** Whether there is anything to ask for. */
export function asksForRows({ measures, dimensions, times }: QueryDraft): boolean {
  return (
    measures.length + dimensions.length > 0 || times.some(({ granularity }) => granularity !== undefined)
  );
}

/** Chooses a member, or takes it out where it is chosen. */
export function toggleMember(draft: QueryDraft, member: Choosable): QueryDraft {
  if (isChosen(draft, member.name)) return withoutMember(draft, member.name);
  const { name, kind, type } = member;
  if (kind === 'measure') return { ...draft, measures: [...draft.measures, name] };
  if (kind === 'segment') return { ...draft, segments: [...draft.segments, name] };
  if (type !== 'time') return { ...draft, dimensions: [...draft.dimensions, name] };
  const limiting = draft.times.some(({ dimension }) => dimension === name);
  if (limiting) return withGranularity(draft, name, DEFAULT_GRANULARITY);
  return {
    ...draft,
    times: [...draft.times, { dimension: name, granularity: DEFAULT_GRANULARITY, rest: {} }],
  };
}

/** Without a member, and without the order by it; the range of a time dimension stays. */
export function withoutMember(draft: QueryDraft, name: string): QueryDraft {
  const times = draft.times.flatMap((time) => {
    if (time.dimension !== name) return [time];
    const limits = time.dateRange !== undefined || Object.keys(time.rest).length > 0;
    return limits ? [{ ...time, granularity: undefined }] : [];
  });
  const without = (names: readonly string[]) => names.filter((each) => each !== name);
  return {
    ...draft,
    measures: without(draft.measures),
    dimensions: without(draft.dimensions),
    segments: without(draft.segments),
    times,
    order: draft.order.filter(({ key }) => !isKeyOf(key, name)),
  };
}

/** Cuts rows by another granularity of the first entry of a time dimension; undefined cuts them no more. */
export function withGranularity(
  draft: QueryDraft,
  name: string,
  granularity: string | undefined,
): QueryDraft {
  if (granularity === undefined) return withoutMember(draft, name);
  const at = draft.times.findIndex(({ dimension }) => dimension === name);
  const before = draft.times[at]?.granularity;
  const order = draft.order.map((entry) =>
    before !== undefined && entry.key === `${name}.${before}`
      ? { ...entry, key: `${name}.${granularity}` }
      : entry,
  );
  const times = draft.times.map((time, index) => (index === at ? { ...time, granularity } : time));
  return { ...draft, times, order };
}

/** Limits rows by a range of a time dimension; undefined limits them no more. */
export function withDateRange(draft: QueryDraft, name: string, dateRange: DateRange | undefined): QueryDraft {
  const at = draft.times.findIndex(({ dimension }) => dimension === name);
  if (at < 0)
    return dateRange === undefined
      ? draft
      : { ...draft, times: [...draft.times, { dimension: name, dateRange, rest: {} }] };
  const times = draft.times.flatMap((time, index) => {
    if (index !== at) return [time];
    const isNeeded =
      dateRange !== undefined || time.granularity !== undefined || Object.keys(time.rest).length > 0;
    return isNeeded ? [{ ...time, dateRange }] : [];
  });
  return { ...draft, times };
}

export const withFilter = (draft: QueryDraft, filter: DraftFilter): QueryDraft => ({
  ...draft,
  filters: [...draft.filters, filter],
});

export const withFilterAt = (draft: QueryDraft, at: number, filter: DraftFilter): QueryDraft => ({
  ...draft,
  filters: draft.filters.map((each, index) => (index === at ? filter : each)),
});

export const withoutFilterAt = (draft: QueryDraft, at: number): QueryDraft => ({
  ...draft,
  filters: draft.filters.filter((_, index) => index !== at),
});

/** Orders by a key, after those that rows are ordered by already; undefined orders by it no more. */
export function withOrder(draft: QueryDraft, key: string, direction: Direction | undefined): QueryDraft {
  const others = draft.order.filter((entry) => entry.key !== key);
  if (direction === undefined) return { ...draft, order: others };
  const isThere = others.length < draft.order.length;
  const entry = { key, direction };
  return {
    ...draft,
    order: isThere ? draft.order.map((each) => (each.key === key ? entry : each)) : [...others, entry],
  };
}

/** The lists of a draft that columns of the result come from, in the order of the result. */
type ColumnGroup = 'dimensions' | 'times' | 'measures' | 'segments';

/** A member that the rows are asked for with; of segments there are no columns. */
export interface DraftColumn {
  readonly key: string;
  readonly member: string;
  readonly group: ColumnGroup;
}

export function draftColumns({ dimensions, times, measures, segments }: QueryDraft): DraftColumn[] {
  const columnsIn = (names: readonly string[], group: ColumnGroup) =>
    names.map((name) => ({ key: name, member: name, group }));
  return [
    ...columnsIn(dimensions, 'dimensions'),
    ...times.flatMap(({ dimension, granularity }) =>
      granularity === undefined
        ? []
        : [{ key: `${dimension}.${granularity}`, member: dimension, group: 'times' as const }],
    ),
    ...columnsIn(measures, 'measures'),
    ...columnsIn(segments, 'segments'),
  ];
}

/** Puts a column in the place of another one of its group; the draft as it is where they are of different groups. */
export function withColumnAt(draft: QueryDraft, key: string, target: string): QueryDraft {
  const columns = draftColumns(draft);
  const moved = columns.find((column) => column.key === key);
  const place = columns.find((column) => column.key === target);
  if (!moved || !place || moved === place || moved.group !== place.group) return draft;
  const group = columns.filter((column) => column.group === moved.group);
  const [from, to] = [group.indexOf(moved), group.indexOf(place)];
  if (moved.group !== 'times')
    return { ...draft, [moved.group]: movedTo<string>(draft[moved.group], from, to) };
  // Times that limit the rows alone are no columns; they go after those that are.
  const cut = draft.times.filter(({ granularity }) => granularity !== undefined);
  const limiting = draft.times.filter(({ granularity }) => granularity === undefined);
  return { ...draft, times: [...movedTo(cut, from, to), ...limiting] };
}

function movedTo<Item>(list: readonly Item[], from: number, to: number): Item[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** Puts an order before the one that goes first. */
export function withOrderEarlier(draft: QueryDraft, key: string): QueryDraft {
  const at = draft.order.findIndex((entry) => entry.key === key);
  const moved = draft.order[at];
  const before = draft.order[at - 1];
  if (!moved || !before) return draft;
  return { ...draft, order: draft.order.with(at - 1, moved).with(at, before) };
}

/**
 * What rows can be ordered by: the columns of the result.
 *
 * @param more columns beside those of the draft
 */
export function orderKeys(draft: QueryDraft, more: readonly string[] = []): string[] {
  const own = draftColumns(draft).filter(({ group }) => group !== 'segments');
  const keys = [...own.map(({ key }) => key), ...more];
  // A query may order by what it does not show, and by a time under its name alone.
  const others = draft.order.map(({ key }) => key).filter((key) => !keys.some((known) => known === key));
  return [...keys.filter((key) => !others.some((other) => isKeyOf(key, other))), ...others];
}

/** Whether a key of a result or an order belongs to a member: it may end in a granularity. */
const isKeyOf = (key: string, member: string): boolean => key === member || key.startsWith(`${member}.`);

/** The members that the draft names, those of conditions as well; groups of conditions are not looked into. */
export function namedMembers(draft: QueryDraft): string[] {
  return [
    ...draft.measures,
    ...draft.dimensions,
    ...draft.times.map(({ dimension }) => dimension),
    ...draft.segments,
    ...draft.filters.flatMap((filter) => (filter.kind === 'condition' ? [filter.member] : [])),
  ];
}

/** With that many rows at most; undefined leaves it to the server. */
export const withLimit = (draft: QueryDraft, limit: number | undefined): QueryDraft => ({ ...draft, limit });
