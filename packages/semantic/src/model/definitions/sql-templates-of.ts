import type { Dimension, Measure, Member } from './model.ts';
import type { SqlTemplate } from '../sql-template/sql-template.ts';

/** Every SQL template that a member's value is made of. */
export function sqlTemplatesOf(member: Member): SqlTemplate[] {
  if (member.kind === 'segment') return [member.sql];
  if (member.kind === 'measure') return measureTemplates(member);
  return dimensionTemplates(member);
}

/**
 * The SQL templates of a member that stand in for its value: masks, and what a calendar says of its time dimensions.
 */
export function substitutesOf(member: Member): SqlTemplate[] {
  if (member.kind === 'segment') return [];
  const mask = member.mask?.kind === 'sql' ? [member.mask.sql] : [];
  if (member.kind === 'measure') return mask;
  const calendar = [...Object.values(member.granularities), ...(member.timeShifts ?? [])];
  return [...mask, ...calendar.flatMap(({ sql }) => sql ?? [])];
}

function measureTemplates({ sql, filters, drillFilters = [], choice, stage }: Measure): SqlTemplate[] {
  return [
    ...(sql ? [sql] : []),
    ...filters,
    ...drillFilters,
    ...(choice ? [choice.on, ...choice.when.map((branch) => branch.sql)] : []),
    ...(choice?.otherwise ? [choice.otherwise] : []),
    ...(stage?.orderBy.map((order) => order.sql) ?? []),
  ];
}

/** The SQL templates that the value of a dimension is made of. */
export function dimensionTemplates({ value }: Pick<Dimension, 'value'>): SqlTemplate[] {
  switch (value.kind) {
    case 'stage':
      return dimensionTemplates({ value: value.result });
    case 'sql':
    case 'sub-query':
      return [value.sql];
    case 'geo':
      return [value.latitude, value.longitude];
    case 'values':
      return [];
    case 'switch':
      return [value.on, ...value.when.map(({ sql }) => sql), ...(value.otherwise ? [value.otherwise] : [])];
    case 'case': {
      const labels = [...value.when.map(({ label }) => label), ...(value.otherwise ? [value.otherwise] : [])];
      return [
        ...value.when.map(({ sql }) => sql),
        ...labels.flatMap((label) => (label.kind === 'sql' ? [label.sql] : [])),
      ];
    }
    default:
      return value satisfies never;
  }
}
