import type { JoinTree } from '../ir/join-tree.ts';
import type { Rows, SemiJoin } from '../ir/plan.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { CutKeys, SemiJoinSql } from '../dialect/dialect.ts';
import { isColumn } from '../join/equalities.ts';
import { join, sql, withProvenance, type Fragment } from '../sql/fragment.ts';
import { cutTime } from './render/cut-time.ts';
import type { MemberRenderer } from './render/render-member.ts';
import { placeOfMember, type MemberPlace, type RowRenderers } from './render/member-place.ts';
import { movedCubesOf, type MovedCubes } from './render/moved-cubes.ts';
import { createRowRenderers } from './row-renderers.ts';
import { shifted } from './render/shifted-time.ts';
import { writeConditions } from './write-conditions.ts';
import type { WriteSettings } from './render/write-settings.ts';

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
  const moved = movedCubesOf(settings, rows);
  const renderers = createRowRenderers(settings, rows, moved);
  const { shown, joining, lazyJoins } = renderers;
  const { root } = rows.tree;
  let written: readonly SemiJoinSql[] | undefined;
  const semiJoins = (wanted: SemiJoinSql['kind']) => {
    written ??= rows.semiJoins.map((semiJoin, index) =>
      writeSemiJoin(settings, rows, semiJoin, { joining, alias: `__partners_${index}` }),
    );
    return written.flatMap((semiJoin) => (semiJoin.kind === wanted ? [semiJoin.sql] : []));
  };
  const besideJoins = () => (moved ? writeBesideJoins(settings, moved, renderers) : []);
  return {
    render: shown,
    group: (column) => writeGroup(settings, column, placeOfMember(rows, moved, renderers, column.ref)),
    cutKeys: (column) => cutKeysOf(settings, rows, column, placeOfMember(rows, moved, renderers, column.ref)),
    lazyJoins,
    joining,
    joins: (tree) => writeJoins(tree, joining),
    from: () =>
      sql`${shown.table(root)} AS ${shown.alias(root)}${writeJoins(rows.tree, joining)}${besideJoins()}${lazyJoins()}${semiJoins('join')}`,
    where: () => {
      const all = [...writeConditions(settings, rows, renderers, moved), ...semiJoins('condition')];
      return all.length === 0 ? [] : sql` WHERE ${join(all, ' AND ')}`;
    },
  };
}

function writeGroup(settings: WriteSettings, column: GroupColumn, place: MemberPlace): Fragment {
  const { mask, ref } = column;
  const value = groupValue(settings, column, place);
  return mask ? place.renderers.masked(ref, mask, value) : value;
}

function groupValue(
  settings: WriteSettings,
  column: GroupColumn,
  { renderers: { shown: render }, shifts }: MemberPlace,
): Fragment {
  const { cube, member } = column.ref;
  if (member.type !== 'time') return render.dimension(cube, member);
  const granularity = column.kind === 'timeDimension' ? column.granularity : undefined;
  if (shifts.length === 0) return render.time(cube, member, granularity);
  const local = shifted(render.time(cube, member), shifts, settings.dialect);
  return granularity === undefined ? local : cutTime(settings, local, member, granularity);
}

/** Of columns alone: an expression might hold bound values, which no two places of a statement share. */
function cutKeysOf(
  { dialect, timezone, model }: WriteSettings,
  { conditions }: Rows,
  column: GroupColumn,
  { renderers: { shown: render }, shifts }: MemberPlace,
): CutKeys | undefined {
  const { ref, mask } = column;
  if (column.kind !== 'timeDimension' || mask || shifts.length > 0) return undefined;
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

/**
 * The joins of what is shown beside a moved time, after those of the rows as they are stored. In a zone with changes of
 * the clocks a calendar of hours has the row of the moved wall clock. One of days, stored as midnights of UTC, need
 * not, and has that of the stored time, moved by as much.
 */
function writeBesideJoins(
  { dialect, timezone }: WriteSettings,
  { calendars, edges }: MovedCubes,
  { unmasked: stored, beside: { unmasked } }: RowRenderers,
): Fragment {
  const joins = calendars.map(({ cube, key, shifts }) => {
    const table = unmasked.table(cube);
    const at = dialect.castToTimestamp(unmasked.dimension(cube, key));
    const own = dialect.castToTimestamp(stored.dimension(cube, key));
    const moved = shifted(own, shifts, dialect);
    if (timezone === 'UTC') return sql` LEFT JOIN ${table} AS ${unmasked.alias(cube)} ON ${at} = ${moved}`;
    const clock = dialect.fromZone(shifted(dialect.toZone(own, timezone), shifts, dialect), timezone);
    const hasClock = sql`EXISTS (SELECT 1 FROM ${table} AS ${unmasked.alias(cube)} WHERE ${at} = ${clock})`;
    return sql` LEFT JOIN ${table} AS ${unmasked.alias(cube)} ON ${at} = CASE WHEN ${hasClock} THEN ${clock} ELSE ${moved} END`;
  });
  return [...joins, ...writeJoins({ root: '', edges }, unmasked)];
}

/** Whether there is a row of other cubes that belongs to this one, and meets what is asked of them. */
function writeSemiJoin(
  settings: WriteSettings,
  rows: Rows,
  { cube, equalities, tree, conditions }: SemiJoin,
  { joining, alias }: { joining: MemberRenderer; alias: string },
): SemiJoinSql {
  const above = [...rows.tree.edges, { from: cube, to: tree.root }];
  const partners = writeRows(settings, {
    ...rows,
    tree,
    above,
    conditions,
    semiJoins: [],
    isDenied: false,
  });
  const own = equalities.map((equality) => joining.template(cube, equality.own));
  const columns = equalities.map((equality) => partners.joining.template(cube, equality.partner));
  const where = partners.where();
  const from = sql` FROM ${partners.from()}${where}`;
  const written = settings.dialect.semiJoin(own, { columns, from }, alias);
  return { ...written, sql: withProvenance(cube, written.sql) };
}
