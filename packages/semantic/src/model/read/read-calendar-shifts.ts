import type { Fields } from '../yaml/fields.ts';
import { parseInterval } from '../language/interval.ts';
import type { Problems } from '../files/model-file.ts';
import type { CalendarShift } from '../definitions/model.ts';

/** What shifts of measures mean on a calendar's time dimension: of an interval, or by a name. */
export function readCalendarShifts(fields: Fields, problems: Problems): CalendarShift[] {
  return fields.objects('time_shift').map((entry) => readShift(entry, problems));
}

function readShift(fields: Fields, problems: Problems): CalendarShift {
  const [name, interval, sql] = [fields.text('name'), fields.text('interval'), fields.template('sql')];
  const direction = fields.choice('type', ['prior', 'next']);
  fields.end('A time shift of a calendar');
  checkShiftInterval(fields, interval, direction, problems);
  const [hasInterval, hasSql] = [interval !== undefined, sql !== undefined];
  const isComplete = name === undefined ? hasInterval && hasSql : hasInterval !== hasSql;
  if (!isComplete)
    problems.add(
      fields.location,
      'A time shift of a calendar needs interval, type and sql, or a name with an interval or with sql',
      'The sql gives for each date the one that it maps from.',
    );
  return {
    ...(name !== undefined && { name }),
    ...(interval !== undefined && { interval }),
    ...(direction !== undefined && { direction }),
    ...(sql && { sql }),
  };
}

/** An interval of a shift is positive; its direction says whereto. */
export function checkShiftInterval(
  fields: Fields,
  interval: string | undefined,
  direction: 'prior' | 'next' | undefined,
  problems: Problems,
): void {
  if (interval === undefined) return;
  const steps = parseInterval(interval);
  if (!steps || steps.some(({ amount }) => amount <= 0))
    problems.add(
      fields.locationOf('interval'),
      `${JSON.stringify(interval)} is not an interval to shift by`,
      'Write 1 month or 2 weeks.',
    );
  if (direction === undefined && !fields.has('type'))
    problems.add(fields.location, `The shift of ${interval} has no type`, 'It is prior or next.');
}
