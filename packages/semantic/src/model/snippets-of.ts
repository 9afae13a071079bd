import type { Dimension, Measure, Member } from './model.ts';
import type { Snippet } from './snippet/snippet.ts';

/** Every snippet that a member's value is made of. */
export function snippetsOf(member: Member): Snippet[] {
  if (member.kind === 'segment') return [member.sql];
  if (member.kind === 'measure') return measureSnippets(member);
  return dimensionSnippets(member);
}

/** The snippets of a member that stand in for its value: masks, and what a calendar says of its time dimensions. */
export function substitutesOf(member: Member): Snippet[] {
  if (member.kind === 'segment') return [];
  const mask = member.mask?.kind === 'sql' ? [member.mask.sql] : [];
  if (member.kind === 'measure') return mask;
  const calendar = [...Object.values(member.granularities), ...(member.timeShifts ?? [])];
  return [...mask, ...calendar.flatMap(({ sql }) => sql ?? [])];
}

function measureSnippets({ sql, filters, drillFilters = [], choice, stage }: Measure): Snippet[] {
  return [
    ...(sql ? [sql] : []),
    ...filters,
    ...drillFilters,
    ...(choice ? [choice.on, ...choice.when.map((branch) => branch.sql)] : []),
    ...(choice?.otherwise ? [choice.otherwise] : []),
    ...(stage?.orderBy.map((order) => order.sql) ?? []),
  ];
}

function dimensionSnippets({ value }: Dimension): Snippet[] {
  switch (value.kind) {
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
