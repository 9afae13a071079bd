import type { JoinTree } from '../ir/join-tree.ts';
import type { Rows, SemiJoin } from '../ir/plan.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { CutKeys } from '../dialect/dialect.ts';
import { isColumn } from '../join/equalities.ts';
import { join, sql, withProvenance, type Fragment } from '../sql/fragment.ts';
import { cutTime } from './cut-time.ts';
import type { MemberRenderer } from './render-member.ts';
import { createRowRenderers, type RowRenderers } from './row-renderers.ts';
import { shifted, shiftsOf } from './shifted-time.ts';
import { writeConditions } from './write-conditions.ts';
import type { WriteSettings } from './write-settings.ts';

/** One SELECT over joined rows, under construction. What is rendered first decides what {@link from} has to join. */
export interface RowsWriter {
  readonly render: MemberRenderer;
  group(column: GroupColumn): Fragment;
  /** The same as keys of a GROUP BY, for a time that is grouped by them at less cost. */
  cutKeys(column: GroupColumn): CutKeys | undefined;
  /** The cubes of the tree, and what the expressions rendered so far need as lazy joins. */
  from(): Fragment;
  where(): Fragment;
  /** The joins of a tree, for a SELECT that begins otherwise. */
  joins(tree: JoinTree): Fragment;
  /** Renders what joins compare. */
  readonly joining: MemberRenderer;
  /** The lazy joins, for a SELECT with a FROM of its own. */
  lazyJoins(): Fragment;
}

/** Writes the FROM and WHERE of joined rows, with what renders their members. */
export function writeRows(settings: WriteSettings, rows: Rows): RowsWriter {
  const renderers = createRowRenderers(settings, rows);
  const { shown, compared, unmasked, joining, masked, lazyJoins } = renderers;
  const { root } = rows.tree;
  return {
    render: shown,
    group: (column) => writeGroup(settings, rows, column, renderers),
    cutKeys: (column) => cutKeysOf(settings, rows, column, renderers.shown),
    lazyJoins,
    joining,
    joins: (tree) => writeJoins(tree, joining),
    from: () =>
      sql`${shown.table(root)} AS ${shown.alias(root)}${writeJoins(rows.tree, joining)}${lazyJoins()}`,
    where: () => {
      const conditions = writeConditions(settings, rows, {
        compared,
        unmasked,
        masked: (ref, value) => {
          const mask = settings.masks.named(ref);
          return mask ? masked(ref, mask, value) : value;
        },
      });
      const semiJoins = rows.semiJoins.map((semiJoin) => writeSemiJoin(settings, rows, semiJoin, joining));
      const all = [...conditions, ...semiJoins];
      return all.length === 0 ? [] : sql` WHERE ${join(all, ' AND ')}`;
    },
  };
}

function writeGroup(
  settings: WriteSettings,
  rows: Rows,
  column: GroupColumn,
  { shown, masked }: RowRenderers,
): Fragment {
  const { mask, ref } = column;
  const value = groupValue(settings, rows, column, shown);
  return mask ? masked(ref, mask, value) : value;
}

function groupValue(
  settings: WriteSettings,
  { scope }: Rows,
  column: GroupColumn,
  render: MemberRenderer,
): Fragment {
  const { cube, member } = column.ref;
  if (member.type !== 'time') return render.dimension(cube, member);
  const granularity = column.kind === 'timeDimension' ? column.granularity : undefined;
  const shifts = shiftsOf(scope, column.ref);
  if (shifts.length === 0) return render.time(cube, member, granularity);
  const local = shifted(render.time(cube, member), shifts, settings.dialect);
  return granularity === undefined ? local : cutTime(settings, local, member, granularity);
}

/** Of columns alone: an expression might hold bound values, which no two places of a statement share. */
function cutKeysOf(
  { dialect, timezone, model }: WriteSettings,
  { scope, conditions }: Rows,
  column: GroupColumn,
  render: MemberRenderer,
): CutKeys | undefined {
  const { ref, mask } = column;
  if (column.kind !== 'timeDimension' || mask || shiftsOf(scope, ref).length > 0) return undefined;
  // What takes a zone to find costs many times what the cut does, and would be written several times.
  const isPlain = timezone === 'UTC' && isColumn(model, ref.cube, ref.member);
  if (!isPlain || Object.hasOwn(ref.member.granularities, column.granularity)) return undefined;
  const isFinite = conditions.some(
    (condition) =>
      condition.kind === 'range' && condition.ref.name === ref.name && !condition.range.includes(undefined),
  );
  return dialect.cutKeys(render.time(ref.cube, ref.member), column.granularity, isFinite);
}

function writeJoins({ edges }: JoinTree, render: MemberRenderer): Fragment {
  return edges.map(
    ({ from, to, join: edge }) =>
      sql` LEFT JOIN ${render.table(to)} AS ${render.alias(to)} ON ${withProvenance(from, render.template(from, edge.sql))}`,
  );
}

/** Whether there is a row of other cubes that belongs to this one, and meets what is asked of them. */
function writeSemiJoin(
  settings: WriteSettings,
  rows: Rows,
  { cube, equalities, tree, conditions }: SemiJoin,
  joining: MemberRenderer,
): Fragment {
  const partners = writeRows(settings, { ...rows, tree, conditions, semiJoins: [], isDenied: false });
  const own = equalities.map((equality) => joining.template(cube, equality.own));
  const partner = equalities.map((equality) => joining.template(cube, equality.partner));
  const row = own.length === 1 ? own : sql`(${join(own, ', ')})`;
  const where = partners.where();
  return sql`${row} IN (SELECT ${join(partner, ', ')} FROM ${partners.from()}${where})`;
}
