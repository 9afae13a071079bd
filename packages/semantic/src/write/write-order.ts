import type { Dialect } from '../dialect/dialect.ts';
import { bucketSeconds } from '../plan/bucket-length.ts';
import type { MergeJoin, Plan } from '../ir/plan.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Dimension } from '../model/definitions/model.ts';
import type { PlanColumn } from '../ir/columns.ts';
import type { Fragment } from '../sql/fragment.ts';
import { wallClockOf } from '../query/date-range.ts';
import type { SqlColumn } from './render/sql-column.ts';

/** A limit that cannot be reached is left out: PostgreSQL would plan to stop early, and do more work than without. */
export function writeLimit({ query: { limit, offset, ungrouped = false }, root }: Plan): Fragment {
  if (offset !== undefined) return [`${limit === Infinity ? '' : ` LIMIT ${limit}`} OFFSET ${offset}`];
  const most = ungrouped ? Number.POSITIVE_INFINITY : mostRows(root);
  return most <= limit ? [] : [` LIMIT ${limit}`];
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
export function writeOrder(plan: Plan, columns: readonly SqlColumn[], dialect: Dialect): Fragment {
  const wanted = plan.query.order ?? defaultOrder(plan);
  const ordered = wanted.flatMap(({ id, desc }) => {
    const found = columns.find(({ column }) => column.key === id) ?? findFinest(columns, id);
    return found ? [{ alias: found.alias, desc }] : [];
  });
  const used = new Set(ordered.map(({ alias }) => alias));
  const ties = tieBreakers(plan, columns, ordered.length > 0).filter(({ alias }) => !used.has(alias));
  const terms = [...ordered, ...ties.map(({ alias }) => ({ alias, desc: false }))].map(
    ({ alias, desc }) => `${dialect.quoteIdentifier(alias)}${desc ? ' DESC' : ' ASC'}`,
  );
  return terms.length === 0 ? [] : [` ORDER BY ${terms.join(', ')}`];
}

/**
 * The columns that put rows in one order where the query leaves ties, so that pages by limit and offset have each row
 * once: the groups, or of rows as they are the keys and all that is no text, which may be of a type that a database
 * cannot order. Rows as they are that no order is asked for stay in none: to sort them all would take longer than to
 * read the first.
 */
function tieBreakers(plan: Plan, columns: readonly SqlColumn[], isOrdered: boolean): readonly SqlColumn[] {
  // Nothing is left out, and no other page begins.
  if (writeLimit(plan).length === 0) return [];
  const groups = columns.filter(({ column }) => column.kind !== 'measure');
  if (!plan.query.ungrouped) return groups;
  return isOrdered ? groups.filter(({ column }) => column.kind !== 'measure' && isOrderable(column.ref)) : [];
}

function isOrderable({ member }: MemberRef<Dimension>): boolean {
  return member.isPrimaryKey || member.type !== 'string';
}

/** Of the granularities of a time dimension that are shown, the finest stands for the dimension. */
function findFinest(columns: readonly SqlColumn[], name: string): SqlColumn | undefined {
  const lengthOf = ({ column }: SqlColumn): number =>
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
