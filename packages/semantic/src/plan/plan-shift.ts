import type {
  CalendarShift as DeclaredShift,
  Dimension,
  Model,
  TimeShift,
} from '../model/definitions/model.ts';
import { QueryError } from '../query/query.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { BaseMeasure } from '../ir/columns.ts';
import type { Scope, Shift } from '../ir/scope.ts';
import { dimensionUse } from './dimension-use.ts';

/**
 * What a measure's shift does in a query: what a calendar of the query declares for it, else its interval.
 *
 * @throws QueryError for a named shift that no calendar of the query declares
 */
export function planShift(model: Model, shift: TimeShift, baseMeasure: BaseMeasure, scope: Scope): Shift {
  const use = shift.timeDimension && dimensionUse(model, shift.timeDimension.text, baseMeasure);
  const declared = timesOf(scope)
    .filter(({ cube }) => model.cubes[cube]?.isCalendar)
    .filter(({ cube, member }) => !use || (use.cube === cube && use.dimension.name === member.name))
    .flatMap(({ cube, member }) => (member.timeShifts ?? []).map((entry) => ({ cube, entry })))
    .find(({ entry }) => isMeant(entry, shift));
  if (declared?.entry.sql) return { kind: 'calendar', cube: declared.cube, sql: declared.entry.sql };
  const interval = shift.interval ?? declared?.entry.interval;
  if (interval === undefined)
    throw new QueryError(
      'unknown_time_shift',
      `${baseMeasure.key} is shifted by ${shift.name ?? ''}, which no calendar of the query declares`,
      baseMeasure.key,
    );
  return {
    kind: 'interval',
    interval,
    direction: shift.direction ?? declared?.entry.direction ?? 'prior',
    ...(use && { dimension: `${use.cube}.${use.dimension.name}` }),
  };
}

function timesOf({ groups, ranges }: Scope): MemberRef<Dimension>[] {
  return [...groups, ...ranges].map(({ ref }) => ref).filter(({ member }) => member.type === 'time');
}

function isMeant(declared: DeclaredShift, { name, interval, direction = 'prior' }: TimeShift): boolean {
  if (name !== undefined) return declared.name === name;
  return (
    declared.name === undefined &&
    declared.interval?.replace(/s$/, '') === interval?.replace(/s$/, '') &&
    (declared.direction ?? 'prior') === direction
  );
}
