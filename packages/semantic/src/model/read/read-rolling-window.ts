import type { Fields } from '../yaml/fields.ts';
import { parseInterval } from '../language/interval.ts';
import type { Problems } from '../files/model-file.ts';
import type { RollingWindow } from '../definitions/model.ts';

/** The unit of an older spelling, in which the type says it. */
const OLDER_TYPES = {
  year_to_date: 'year',
  quarter_to_date: 'quarter',
  month_to_date: 'month',
  week_to_date: 'week',
  day_to_date: 'day',
} as const;
const TYPES = ['fixed', 'to_date', ...Object.keys(OLDER_TYPES)] as const;

/** Reads `rolling_window`; undefined where the measure has none. */
export function readRollingWindow(fields: Fields, problems: Problems): RollingWindow | undefined {
  const window = fields.object('rolling_window', 'trailing');
  if (!window) return undefined;
  const type = window.choice('type', TYPES) ?? 'fixed';
  const read = type === 'fixed' ? readFixed(window, problems) : readToDate(window, type, problems);
  window.end(`A rolling window of type ${type}`);
  return read;
}

function readToDate(fields: Fields, type: string, problems: Problems): RollingWindow {
  const older = Object.entries(OLDER_TYPES).find(([name]) => name === type)?.[1];
  const text = fields.text('granularity') ?? older;
  if (text === undefined && !fields.has('granularity'))
    problems.add(
      fields.location,
      'A rolling window to date needs a granularity',
      'It counts since the start of a year, quarter, month, ….',
    );
  return {
    kind: 'to-date',
    granularity: { text: text ?? 'year', location: fields.locationOf('granularity') },
  };
}

function readFixed(fields: Fields, problems: Problems): RollingWindow {
  const [trailing, leading] = [bound(fields, 'trailing', problems), bound(fields, 'leading', problems)];
  return {
    kind: 'fixed',
    ...(trailing !== undefined && { trailing }),
    ...(leading !== undefined && { leading }),
    offset: fields.choice('offset', ['start', 'end']) ?? 'end',
  };
}

function bound(fields: Fields, key: string, problems: Problems): string | undefined {
  const text = fields.text(key);
  if (text === undefined || text === 'unbounded' || parseInterval(text)?.length === 1) return text;
  problems.add(
    fields.locationOf(key),
    `${key} cannot be ${JSON.stringify(text)}`,
    'Write a number and a unit, such as 7 day, or unbounded.',
  );
  return undefined;
}
