import type { Measure } from '../model/model.ts';
import type { PeriodComparison } from '../query/query.ts';
import type { MeasureUse } from './leaves.ts';
import type { MemberLookup } from './member-ref.ts';
import type { MeasureColumn, PlanColumn } from './plan.ts';

/** The columns that show measures as they were: each compares a measure with the same one, shifted in time. */
export function comparisonColumns(
  comparisons: readonly PeriodComparison[],
  lookup: MemberLookup,
): PlanColumn[] {
  return comparisons.flatMap(({ measure, timeDimension, offset, outputs }) => {
    const ref = lookup.measure(measure);
    const time = lookup.dimension(timeDimension);
    const span = `${offset.amount}_${offset.unit}`;
    const previous: MeasureUse = {
      cube: ref.cube,
      path: ref.path,
      measure: shifted(ref.member, span, {
        timeDimension: `${time.cube}.${time.member.name}`,
        interval: `${offset.amount} ${offset.unit}`,
      }),
    };
    return outputs.map((output): MeasureColumn => ({
      kind: 'measure',
      key: `${measure}.${output}_${span}`,
      ref,
      comparison: { output, previous, span: `${offset.amount} ${offset.unit}` },
    }));
  });
}

function shifted(
  { name, title, place, isPublic }: Measure,
  span: string,
  shift: { timeDimension: string; interval: string },
): Measure {
  return {
    kind: 'measure',
    // No author can write such a name.
    name: `${name}@${span}`,
    title,
    place,
    isPublic,
    type: 'number',
    sql: { place, parts: [{ kind: 'reference', path: ['CUBE', name], isSql: false }] },
    filters: [],
    drillMembers: [],
    stage: { place, timeShifts: [{ ...shift, direction: 'prior' }], orderBy: [] },
  };
}
