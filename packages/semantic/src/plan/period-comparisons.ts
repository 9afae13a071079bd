import { measureResultType } from '../members/measure-result-type.ts';
import type { Measure } from '../model/definitions/model.ts';
import { locateFault } from '../query/locate-fault.ts';
import { QueryError, type PeriodComparison } from '../query/query.ts';
import type { PlanColumn, MeasureUse, MeasureColumn } from '../ir/columns.ts';
import type { MemberLookup, MemberRef } from '../members/member-ref.ts';

/**
 * The columns that show measures as they were: each compares a measure with the same one, shifted in time.
 *
 * @throws QueryError with the place of the fault for a name that is not of the right kind, and for a change of what is
 * no number
 */
export function comparisonColumns(
  comparisons: readonly PeriodComparison[],
  lookup: MemberLookup,
): PlanColumn[] {
  return comparisons.flatMap(({ measure, timeDimension, offset, outputs }, index) => {
    const path = `periodComparisons[${index}]`;
    const ref = locateFault(`${path}.measure`, () => lookup.measure(measure));
    const time = locateFault(`${path}.timeDimension`, () => timeIn(lookup, timeDimension));
    locateFault(`${path}.outputs`, () => checkOutputs(ref, outputs));
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
      comparison: { output, previous, offset },
    }));
  });
}

function timeIn(lookup: MemberLookup, name: string): MemberRef {
  const ref = lookup.dimension(name);
  if (ref.member.type === 'time') return ref;
  throw new QueryError(
    'wrong_kind',
    `${name} is of type ${ref.member.type}; only a time dimension has periods`,
    name,
  );
}

function checkOutputs({ name, member }: MemberRef<Measure>, outputs: PeriodComparison['outputs']): void {
  const type = measureResultType(member);
  const change = outputs.find((output) => output !== 'previous');
  if (type === 'number' || change === undefined) return;
  throw new QueryError('wrong_kind', `${name} is a ${type}; it has previous and no ${change}`, name);
}

function shifted(
  { name, title, location, isPublic }: Measure,
  span: string,
  { timeDimension, interval }: { timeDimension: string; interval: string },
): Measure {
  return {
    kind: 'measure',
    // No author can write such a name.
    name: `${name}@${span}`,
    standsFor: name,
    title,
    location,
    isPublic,
    type: 'number',
    sql: { location, parts: [{ kind: 'reference', path: ['CUBE', name], isSql: false }] },
    filters: [],
    drillMembers: [],
    stage: {
      location,
      timeShifts: [{ timeDimension: { text: timeDimension, location }, interval, direction: 'prior' }],
      orderBy: [],
    },
  };
}
