import { isMaskedWhereComputed } from '../access/masks.ts';
import type { MergeJoin, Relation } from '../ir/plan.ts';
import type { BaseMeasure, GroupColumn } from '../ir/columns.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { baseMeasuresIn } from './merge-join-parts.ts';
import { renderMask } from './render/render-mask.ts';
import type { MeasureMode, MemberRenderer } from './render/render-member.ts';
import { writeAggregation } from './write-aggregation.ts';
import { as, columnAlias } from './write-parts.ts';
import type { WriteSettings } from './render/write-settings.ts';
import { writeStage } from './write-stage.ts';
import { writeWindow } from './write-window.ts';

/**
 * Relations side by side, each under a name of its own: a row for each group that any of them has, null equal to null.
 * Those that have fewer groups are repeated, and those of a wider stage have no groups of their own.
 */
export function writeMergeJoin(settings: WriteSettings, { relations, scope }: MergeJoin): Fragment {
  const [first, ...more] = relations;
  if (!first) throw new Error('A merge join has at least one relation');
  if (more.length === 0) return writeRelation(settings, first);
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const parts = relations.map((relation, index): Part => ({
    name: quote(`part_${index}`),
    groups: groupsOf(relation).map((column) => quote(columnAlias(column))),
    isComplete:
      groupsOf(relation).length === scope.groups.length && !(relation.kind === 'stage' && relation.isWider),
    baseMeasures: baseMeasuresIn(relation).map((baseMeasure) => quote(baseMeasure.key)),
  }));
  const groups = scope.groups.map((column) => quote(columnAlias(column)));
  const named = relations.map(
    (relation, index) => sql`${parts[index]?.name ?? ''} AS (${writeRelation(settings, relation)})`,
  );
  const together = groups.length === 0 ? joinSingleRows(parts) : joinByGroups(settings, groups, parts);
  return sql`WITH ${join(named, ', ')} ${together}`;
}

/** A relation under its name, with its columns as they are written. */
interface Part {
  readonly name: string;
  readonly groups: readonly string[];
  /** Whether it says which groups there are. */
  readonly isComplete: boolean;
  readonly baseMeasures: readonly string[];
}

function joinSingleRows(parts: readonly Part[]): Fragment {
  const baseMeasures = parts.flatMap((part) =>
    part.baseMeasures.map((baseMeasure) => `${part.name}.${baseMeasure}`),
  );
  return [
    `SELECT ${baseMeasures.join(', ') || '1'} FROM ${parts.map(({ name }) => name).join(' CROSS JOIN ')}`,
  ];
}

function joinByGroups(settings: WriteSettings, groups: readonly string[], parts: readonly Part[]): Fragment {
  const { dialect } = settings;
  const complete = parts.filter(({ isComplete }) => isComplete);
  const narrow = parts.filter((part) => !complete.includes(part));
  const [only, ...more] = complete;
  const spine = dialect.quoteIdentifier('spine');
  const groupsAndMeasures = [...groups, ...complete.flatMap(({ baseMeasures }) => baseMeasures)];
  const select = [
    ...groupsAndMeasures.map((name) => `${spine}.${name} AS ${name}`),
    ...narrow.flatMap(({ name, baseMeasures }) =>
      baseMeasures.map((baseMeasure) => `${name}.${baseMeasure} AS ${baseMeasure}`),
    ),
  ];
  const joins = narrow.map(({ name, groups: shared }) => {
    const same = shared.map((column) => dialect.isSame([`${spine}.${column}`], [`${name}.${column}`]));
    return same.length === 0 ? sql` CROSS JOIN ${name}` : sql` LEFT JOIN ${name} ON ${join(same, ' AND ')}`;
  });
  const from: Fragment = only && more.length === 0 ? [only.name] : union(settings, groups, complete);
  return sql`SELECT ${select.join(', ')} FROM ${from} AS ${spine}${joins}`;
}

/** A row for each group that any of the parts has. */
function union({ dialect }: WriteSettings, groups: readonly string[], parts: readonly Part[]): Fragment {
  const baseMeasures = parts.flatMap((owner) =>
    owner.baseMeasures.map((baseMeasure) => ({ baseMeasure, owner })),
  );
  const branches = parts.map((part) => {
    const columns = baseMeasures.map(({ baseMeasure, owner }): Fragment =>
      owner === part ? [baseMeasure] : sql`${dialect.nullLike(baseMeasure, owner.name)} AS ${baseMeasure}`,
    );
    return sql`SELECT ${join([...groups.map((name): Fragment => [name]), ...columns], ', ')} FROM ${part.name}`;
  });
  const values = baseMeasures.map(
    ({ baseMeasure }) => sql`${dialect.anyValue([baseMeasure])} AS ${baseMeasure}`,
  );
  const select = join([...groups.map((name): Fragment => [name]), ...values], ', ');
  return sql`(SELECT ${select} FROM (${join(branches, ' UNION ALL ')}) AS ${dialect.quoteIdentifier('united')} GROUP BY ${groups.join(', ')})`;
}

function groupsOf(relation: Relation): readonly GroupColumn[] {
  return relation.kind === 'stage' ? relation.groups : relation.rows.scope.groups;
}

/** A relation by itself: its groups and its base measures, each under its own name. */
function writeRelation(settings: WriteSettings, relation: Relation): Fragment {
  switch (relation.kind) {
    case 'plain':
    case 'deduplicated':
      return writeAggregation(settings, relation, (render, mode) => ({
        select: relation.baseMeasures.map((baseMeasure) =>
          as(settings, baseMeasureValue(settings, baseMeasure, render, mode), baseMeasure.key),
        ),
        having: [],
      }));
    case 'window':
      return writeWindow(settings, relation);
    case 'stage':
      return writeStage(settings, relation, writeMergeJoin(settings, relation.inner));
    default:
      return relation satisfies never;
  }
}

/** A base measure as other parts of the query may see it. */
function baseMeasureValue(
  { masks, dialect }: WriteSettings,
  { cube, measure }: BaseMeasure,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const mask = masks.referred(cube, measure);
  return mask && isMaskedWhereComputed(measure, mask)
    ? renderMask(mask.mask, measure, dialect, (template) => render.template(cube, template, mode))
    : render.measure(cube, measure, mode);
}
