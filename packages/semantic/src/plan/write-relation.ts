import { isAggregate } from '../model/model.ts';
import { QueryError } from '../query/query.ts';
import { join, sql, writtenBy, type Fragment } from '../sql/fragment.ts';
import { multipliedCubes } from './join-tree.ts';
import { isMaskedWhereComputed } from './masks.ts';
import type { MemberRef } from './member-ref.ts';
import type { Combination, GroupColumn, Leaf, Relation, Rows, RowsRelation, StageRelation } from './plan.ts';
import { renderMask } from './render-mask.ts';
import type { MeasureMode, MemberRenderer } from './render-member.ts';
import { KEYS, writeKeys } from './write-keys.ts';
import { as, columnAlias, groupBy } from './write-parts.ts';
import { writeRows, type RowsWriter, type WriteSettings } from './write-rows.ts';
import { writeWindow } from './write-window.ts';

/** What one SELECT shows beside its groups, and which of them it keeps. */
interface Shown {
  readonly select: readonly Fragment[];
  readonly having: readonly Fragment[];
}

/** A relation by itself: its groups and its leaves, each under its own name. */
export function writeRelation(settings: WriteSettings, relation: Relation): Fragment {
  switch (relation.kind) {
    case 'plain':
    case 'keyed':
      return writeAggregation(settings, relation, (render, mode) => ({
        select: relation.leaves.map((leaf) =>
          as(settings, leafValue(settings, leaf, render, mode), leaf.key),
        ),
        having: [],
      }));
    case 'window':
      return writeWindow(settings, relation);
    case 'stage':
      return writeStage(settings, relation);
    default:
      return relation satisfies never;
  }
}

/** A leaf as other parts of the query may see it. */
function leafValue(
  { masks, dialect }: WriteSettings,
  { cube, measure }: Leaf,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const mask = masks.referred(cube, measure);
  return mask && isMaskedWhereComputed(measure, mask)
    ? renderMask(mask.mask, measure, dialect, (snippet) => render.snippet(cube, snippet, mode))
    : render.measure(cube, measure, mode);
}

/** One SELECT with GROUP BY, over joined rows or over a cube's rows once for each key. */
export function writeAggregation(
  settings: WriteSettings,
  relation: RowsRelation,
  show: (render: MemberRenderer, mode: MeasureMode) => Shown,
  isUngrouped = false,
): Fragment {
  const { rows, kind } = relation;
  const { groups } = rows.scope;
  const writer = writeRows(settings, rows);
  const selected = groups.map((column) => as(settings, writer.group(column), columnAlias(column)));
  if (kind === 'keyed') return writeKeyed(settings, relation, { writer, selected, show });
  const mode: MeasureMode = { multiplied: multipliedCubes(rows.tree), ungrouped: isUngrouped };
  const { select, having } = show(writer.render, mode);
  const where = writer.where();
  const grouping = isUngrouped ? [] : groupBy(groups);
  const conditions = isUngrouped ? having : keepOneRow(settings, groups, { select, having });
  return sql`SELECT ${join([...selected, ...select], ', ')} FROM ${writer.from()}${where}${grouping}${havingClause(conditions)}`;
}

function writeKeyed(
  settings: WriteSettings,
  { rows, cube = '', leaves }: RowsRelation,
  {
    writer,
    selected,
    show,
  }: {
    writer: RowsWriter;
    selected: readonly Fragment[];
    show: (render: MemberRenderer, mode: MeasureMode) => Shown;
  },
): Fragment {
  const { groups } = rows.scope;
  const keyed = writeKeys(settings, rows, { writer, columns: selected, cube, leaves });
  const { render, value } = keyed;
  const shown = show(render, {
    multiplied: new Set(),
    ungrouped: false,
    ...(value && {
      columns: new Map(
        leaves.map((leaf) => [leaf.key, render.aggregate(leaf.measure, value(leaf), false)] as const),
      ),
    }),
  });
  const names = groups.map((column) => settings.dialect.quoteIdentifier(columnAlias(column)));
  const keys = settings.dialect.quoteIdentifier(KEYS);
  const columns = [...names.map((name): Fragment => [`${keys}.${name} AS ${name}`]), ...shown.select];
  const conditions = keepOneRow(settings, groups, shown);
  return sql`SELECT ${join(columns, ', ')} FROM ${keyed.from()}${groupBy(groups)}${havingClause(conditions)}`;
}

/** Without groups there is one row. Where masks have taken the place of every aggregate, a condition still makes it one. */
function keepOneRow(
  { masks }: WriteSettings,
  groups: readonly GroupColumn[],
  { select, having }: Shown,
): readonly Fragment[] {
  const mayLackAggregates = groups.length === 0 && select.length > 0 && masks.hasHidden();
  return mayLackAggregates && having.length === 0 ? [['1 = 1']] : having;
}

/** A measure over the rows of an inner combination. */
function writeStage(settings: WriteSettings, relation: StageRelation): Fragment {
  const { dialect } = settings;
  const quote = (name: string) => dialect.quoteIdentifier(name);
  const { leaf, inner, groups } = relation;
  const columns = leafColumns(settings, inner);
  const writer = writeRows(settings, firstRows(inner));
  const mode: MeasureMode = { multiplied: new Set(), ungrouped: false, columns };
  const expression = writtenBy(leaf.key, stageExpression(settings, relation, writer.render, mode));
  const names = groups.map((column) => quote(columnAlias(column)));
  const select = [...names.map((name): Fragment => [name]), sql`${expression} AS ${quote(leaf.key)}`];
  const grouping = isGrouped(relation) ? groupBy(groups) : [];
  return sql`SELECT ${join(select, ', ')} FROM (${writeCombination(settings, inner)}) AS ${quote('inner_stage')}${grouping}`;
}

const COUNTS = new Set(['count', 'count_distinct', 'count_distinct_approx', 'number_agg']);

/** Several inner rows stand behind one outer row, or the measure counts what stands there. */
function isGrouped({ isAggregated, leaf }: StageRelation): boolean {
  return isAggregated || COUNTS.has(leaf.measure.type);
}

function stageExpression(
  settings: WriteSettings,
  relation: StageRelation,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const { leaf, partition } = relation;
  const { cube, measure } = leaf;
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  if (measure.type === 'rank') {
    const order = (measure.stage?.orderBy ?? []).map(
      ({ sql: snippet, descending }) =>
        sql`${render.snippet(cube, snippet, mode)}${descending ? ' DESC' : ' ASC'}`,
    );
    const within = partition.map((column): Fragment => [quote(columnAlias(column))]);
    const by = within.length > 0 ? sql`PARTITION BY ${join(within, ', ')} ` : [];
    return sql`rank() OVER (${by}ORDER BY ${join(order, ', ')})`;
  }
  const value = measure.choice
    ? choiceExpression(settings, relation, render, mode)
    : measure.sql
      ? render.snippet(cube, measure.sql, mode)
      : ['NULL'];
  if (!isGrouped(relation)) return value;
  if (measure.type === 'number_agg') return value;
  if (!isAggregate(measure.type))
    throw new QueryError(
      'stage_not_aggregated',
      `${leaf.key} of type ${measure.type} adds groups that it does not aggregate; make it a sum, an average, a minimum or a maximum`,
      leaf.key,
    );
  return render.aggregate(measure, value, false);
}

/** The branch that the value of a dimension chooses. */
function choiceExpression(
  settings: WriteSettings,
  { leaf: { cube, measure, key }, inner }: StageRelation,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const { choice } = measure;
  if (!choice) throw new Error(`${key} chooses nothing`);
  const [part] = choice.on.parts;
  const name = part?.kind === 'reference' ? part.path.at(-1) : undefined;
  const isChooser = (ref: Pick<MemberRef, 'cube' | 'member'>) =>
    ref.cube === cube && ref.member.name === name;
  const column = inner.scope.groups.find(({ ref }) => isChooser(ref));
  const settled = inner.scope.filters.flatMap((filter) =>
    'member' in filter &&
    ['equals', 'in'].includes(filter.operator) &&
    filter.values?.length === 1 &&
    isChooser(settings.lookup.any(filter.member))
      ? filter.values
      : [],
  )[0];
  if (!column && (settled === undefined || settled === null))
    throw new QueryError(
      'choice_without_dimension',
      `${key} is chosen by ${cube}.${name ?? ''}; show it in the query, or filter it by one value`,
      key,
    );
  const on = column
    ? settings.dialect.quoteIdentifier(columnAlias(column))
    : settings.dialect.quoteText(settled ?? '');
  const branches = choice.when.map(
    ({ value, sql: branch }) =>
      sql` WHEN ${settings.dialect.quoteText(value)} THEN ${render.snippet(cube, branch, mode)}`,
  );
  const otherwise = choice.otherwise ? sql` ELSE ${render.snippet(cube, choice.otherwise, mode)}` : [];
  return sql`CASE ${on}${branches}${otherwise} END`;
}

/** The leaves of a combination as columns of it. */
export function leafColumns(settings: WriteSettings, { relations }: Combination): Map<string, Fragment> {
  return new Map(
    relations.flatMap((relation) =>
      leavesIn(relation).map((leaf): [string, Fragment] => [
        leaf.key,
        [settings.dialect.quoteIdentifier(leaf.key)],
      ]),
    ),
  );
}

function leavesIn(relation: Relation): readonly Leaf[] {
  return 'leaves' in relation ? relation.leaves : [relation.leaf];
}

function groupsOf(relation: Relation): readonly GroupColumn[] {
  return relation.kind === 'stage' ? relation.groups : relation.rows.scope.groups;
}

/** Some rows of a combination, for rendering what does not depend on which. */
export function firstRows({ relations }: Combination): Rows {
  for (const relation of relations) if (relation.kind !== 'stage') return relation.rows;
  const [first] = relations;
  if (first?.kind !== 'stage') throw new Error('A combination has at least one relation');
  return firstRows(first.inner);
}

/** Relations side by side: a row for each group that any has, null equal to null; what has fewer groups is repeated. */
export function writeCombination(settings: WriteSettings, combination: Combination): Fragment {
  const { relations, scope } = combination;
  const [first] = relations;
  if (!first) throw new Error('A combination has at least one relation');
  if (relations.length === 1) return writeRelation(settings, first);
  const { dialect } = settings;
  const quote = (name: string) => dialect.quoteIdentifier(name);
  const named = relations.map((relation, index) => ({
    relation,
    name: quote(`part_${index}`),
    leaves: leavesIn(relation).map((leaf) => quote(leaf.key)),
  }));
  const parts = named.map(({ relation, name }) => sql`${name} AS (${writeRelation(settings, relation)})`);
  const groups = scope.groups.map((column) => quote(columnAlias(column)));
  const whole = named.filter(({ relation }) => groupsOf(relation).length === groups.length);
  const narrow = named.filter((part) => !whole.includes(part));
  const wholeLeaves = whole.flatMap((part) => part.leaves.map((leaf) => ({ leaf, part })));
  if (groups.length === 0) {
    const select = named.flatMap(({ name, leaves }) => leaves.map((leaf): Fragment => [`${name}.${leaf}`]));
    const from = named.map(({ name }): Fragment => [name]);
    return sql`WITH ${join(parts, ', ')} SELECT ${join(select.length > 0 ? select : [['1']], ', ')} FROM ${join(from, ' CROSS JOIN ')}`;
  }
  const [only] = whole;
  const spine = quote('spine');
  const side: Fragment =
    whole.length === 1 && only
      ? [only.name]
      : sql`(SELECT ${join([...groups.map((name): Fragment => [name]), ...wholeLeaves.map(({ leaf }) => sql`${dialect.anyValue([leaf])} AS ${leaf}`)], ', ')} FROM (${join(
          whole.map((part) => unionBranch(part, groups, wholeLeaves, dialect.nullLike)),
          ' UNION ALL ',
        )}) AS ${quote('united')} GROUP BY ${groups.join(', ')})`;
  const select = [
    ...groups.map((name): Fragment => [`${spine}.${name} AS ${name}`]),
    ...wholeLeaves.map(({ leaf }): Fragment => [`${spine}.${leaf} AS ${leaf}`]),
    ...narrow.flatMap(({ name, leaves }) => leaves.map((leaf): Fragment => [`${name}.${leaf} AS ${leaf}`])),
  ];
  const joins = narrow.map(({ relation, name }) => {
    const same = groupsOf(relation)
      .map((column) => quote(columnAlias(column)))
      .map((column) => dialect.isSame([`${spine}.${column}`], [`${name}.${column}`]));
    return same.length === 0 ? sql` CROSS JOIN ${name}` : sql` LEFT JOIN ${name} ON ${join(same, ' AND ')}`;
  });
  return sql`WITH ${join(parts, ', ')} SELECT ${join(select, ', ')} FROM ${side} AS ${spine}${joins}`;
}

interface NamedPart {
  readonly name: string;
}

function unionBranch(
  part: NamedPart,
  groups: readonly string[],
  leaves: readonly { leaf: string; part: NamedPart }[],
  nullLike: (column: string, relation: string) => Fragment,
): Fragment {
  const columns = leaves.map(({ leaf, part: owner }): Fragment =>
    owner === part ? [leaf] : sql`${nullLike(leaf, owner.name)} AS ${leaf}`,
  );
  return sql`SELECT ${join([...groups.map((name): Fragment => [name]), ...columns], ', ')} FROM ${part.name}`;
}

function havingClause(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? [] : sql` HAVING ${join(conditions, ' AND ')}`;
}
