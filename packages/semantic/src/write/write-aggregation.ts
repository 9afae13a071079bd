import { fannedOutCubes } from '../join/join-tree.ts';
import { isAggregate } from '../model/definitions/model.ts';
import type { RowsRelation } from '../ir/plan.ts';
import type { GroupColumn } from '../ir/columns.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import type { MeasureMode, MemberRenderer } from './render/render-member.ts';
import { writeAggregate } from './render/write-aggregate.ts';
import { KEYS, writeDeduplicatedRows } from './write-deduplicated-rows.ts';
import { summedColumns, writeSums } from './write-sums.ts';
import { as, columnAlias, groupBy } from './write-parts.ts';
import { writeRows, type RowsWriter } from './write-rows.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** What one SELECT shows beside its groups, and which of them it keeps. */
interface Shown {
  readonly select: readonly Fragment[];
  readonly having: readonly Fragment[];
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
  // A formula beside the groups may name the moment itself, which is no key then.
  const areAggregates = relation.baseMeasures.every(({ measure }) => isAggregate(measure.type));
  const isCut = kind === 'plain' && !isUngrouped && areAggregates;
  const cuts = groups.map((column) => (isCut ? writer.cutKeys(column) : undefined));
  const selected = groups.map((column, index) =>
    as(settings, cuts[index]?.moment ?? writer.group(column), columnAlias(column)),
  );
  if (kind === 'deduplicated') return writeDeduplicated(settings, relation, { writer, selected, show });
  const { sums = [] } = relation;
  const mode: MeasureMode = {
    fannedOut: fannedOutCubes(rows.tree),
    ungrouped: isUngrouped,
    columns: summedColumns(settings, sums),
  };
  const { select, having } = show(writer.render, mode);
  const where = writer.where();
  const grouping = isUngrouped ? [] : groupBy(groups, cuts);
  const conditions = isUngrouped ? having : keepOneRow(settings, groups, { select, having });
  return sql`SELECT ${join([...selected, ...select], ', ')} FROM ${writer.from()}${writeSums(settings, writer, sums)}${where}${grouping}${havingClause(conditions)}`;
}

function writeDeduplicated(
  settings: WriteSettings,
  { rows, cube = '', baseMeasures }: RowsRelation,
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
  const deduplicated = writeDeduplicatedRows(settings, rows, {
    writer,
    columns: selected,
    cube,
    baseMeasures,
  });
  const { render, value } = deduplicated;
  const shown = show(render, {
    fannedOut: new Set(),
    ungrouped: false,
    ...(value && {
      columns: new Map(
        baseMeasures.map(
          (baseMeasure) =>
            [
              baseMeasure.key,
              writeAggregate(settings.dialect, baseMeasure.measure, value(baseMeasure)),
            ] as const,
        ),
      ),
    }),
  });
  const names = groups.map((column) => settings.dialect.quoteIdentifier(columnAlias(column)));
  const keys = settings.dialect.quoteIdentifier(KEYS);
  const columns = [...names.map((name): Fragment => [`${keys}.${name} AS ${name}`]), ...shown.select];
  const conditions = keepOneRow(settings, groups, shown);
  return sql`SELECT ${join(columns, ', ')} FROM ${deduplicated.from()}${groupBy(groups)}${havingClause(conditions)}`;
}

/**
 * Without groups there is one row. Where masks have taken the place of every aggregate, a condition still makes it one.
 */
function keepOneRow(
  { masks }: WriteSettings,
  groups: readonly GroupColumn[],
  { select, having }: Shown,
): readonly Fragment[] {
  const mayLackAggregates = groups.length === 0 && select.length > 0 && masks.hasHidden();
  return mayLackAggregates && having.length === 0 ? [['1 = 1']] : having;
}

function havingClause(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? [] : sql` HAVING ${join(conditions, ' AND ')}`;
}
