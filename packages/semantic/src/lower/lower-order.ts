import type { Relation } from '../algebra/algebra.ts';
import type { PlanColumn } from '../ir/columns.ts';
import type { MergeJoin, Plan } from '../ir/plan.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Dimension } from '../model/definitions/model.ts';
import { bucketSeconds } from '../plan/bucket-length.ts';
import { wallClockOf } from '../query/date-range.ts';
import type { ResultColumn } from './members/result-column.ts';

/** The rows of a query in their order, as many as it asks for. */
export function lowerOrder(plan: Plan, columns: readonly ResultColumn[], rows: Relation): Relation {
  const by = orderOf(plan, columns);
  const sorted: Relation = by.length === 0 ? rows : { kind: 'sort', input: rows, by };
  const cut = limitOf(plan);
  return cut ? { kind: 'limit', input: sorted, ...cut } : sorted;
}

/** A limit that cannot be reached is left out: PostgreSQL would plan to stop early, and do more work than without. */
function limitOf({
  query: { limit, offset, ungrouped = false },
  root,
}: Plan): { limit?: number; offset?: number } | undefined {
  if (offset !== undefined) return { ...(limit !== Infinity && { limit }), offset };
  const most = ungrouped ? Number.POSITIVE_INFINITY : mostRows(root);
  return most <= limit ? undefined : { limit };
}

/** Without groups there is one row; rows that are groups of one time, within a range, are no more than its buckets. */
function mostRows({ relations, scope: { groups, ranges } }: MergeJoin): number {
  const [group, ...more] = groups;
  const range = ranges.find(({ ref }) => ref.name === group?.ref.name)?.range;
  const areAggregates = relations.every(({ kind }) => kind === 'plain' || kind === 'deduplicated');
  if (!areAggregates) return Number.POSITIVE_INFINITY;
  if (!group) return 1;
  if (group.kind !== 'timeDimension' || more.length > 0 || !range) return Number.POSITIVE_INFINITY;
  const [from, to] = range.map((end) => Date.parse(`${wallClockOf(end)}Z`) / 1000);
  // A month may be shorter than a month is about; the first and the last bucket may be cut.
  return ((to ?? 0) - (from ?? 0)) / (0.9 * bucketSeconds(group.ref.member, group.granularity)) + 2;
}

/** What is not selected cannot order the rows and is left out, as the language says. */
function orderOf(plan: Plan, columns: readonly ResultColumn[]): { column: string; isDescending: boolean }[] {
  const wanted = plan.query.order ?? defaultOrder(plan);
  const ordered = wanted.flatMap(({ id, desc }) => {
    const found = columns.find((one) => one.column.key === id) ?? findFinest(columns, id);
    return found ? [{ column: found.alias, isDescending: desc }] : [];
  });
  const used = new Set(ordered.map(({ column }) => column));
  const ties = tieBreakers(plan, columns, ordered.length > 0).filter(({ alias }) => !used.has(alias));
  return [...ordered, ...ties.map(({ alias }) => ({ column: alias, isDescending: false }))];
}

/**
 * The columns that put rows in one order where the query leaves ties, so that pages by limit and offset have each row
 * once: the groups, or of rows as they are the keys and all that is no text, which may be of a type that a database
 * cannot order. Rows as they are that no order is asked for stay in none: to sort them all would take longer than to
 * read the first.
 */
function tieBreakers(
  plan: Plan,
  columns: readonly ResultColumn[],
  isOrdered: boolean,
): readonly ResultColumn[] {
  // Nothing is left out, and no other page begins.
  if (!limitOf(plan)) return [];
  const groups = columns.filter(({ column }) => column.kind !== 'measure');
  if (!plan.query.ungrouped) return groups;
  return isOrdered ? groups.filter(({ column }) => column.kind !== 'measure' && isOrderable(column.ref)) : [];
}

function isOrderable({ member }: MemberRef<Dimension>): boolean {
  return member.isPrimaryKey || member.type !== 'string';
}

/** Of the granularities of a time dimension that are shown, the finest stands for the dimension. */
function findFinest(columns: readonly ResultColumn[], name: string): ResultColumn | undefined {
  const lengthOf = ({ column }: ResultColumn): number =>
    column.kind === 'timeDimension'
      ? bucketSeconds(column.ref.member, column.granularity)
      : Number.POSITIVE_INFINITY;
  return columns
    .filter(({ column }) => column.kind === 'timeDimension' && column.ref.name === name)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))[0];
}

/**
 * The first time, ascending; else the first measure, descending, of a query that has dimensions; else the first
 * dimension.
 */
export function defaultOrder({ columns }: Pick<Plan, 'columns'>): { id: string; desc: boolean }[] {
  const first = (kind: PlanColumn['kind']) => columns.find((column) => column.kind === kind);
  const [time, dimension, measure] = [first('timeDimension'), first('dimension'), first('measure')];
  if (time) return [{ id: time.key, desc: false }];
  if (dimension && measure) return [{ id: measure.key, desc: true }];
  return dimension ? [{ id: dimension.key, desc: false }] : [];
}
