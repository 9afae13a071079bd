import type { Fields } from '../parse/fields.ts';
import type { Problems } from '../model-file.ts';

const EVERY = /^\d+ (second|minute|hour|day|week)s?$/;
const CRON_FIELD = /^[\d*/,?#LWA-Za-z-]+$/;

/**
 * How to find out that data has changed, checked and otherwise passed on as it is written: `every` an interval or a cron
 * line, `sql` (with an interval beside it at most), or `immutable: true`. Those of pre-aggregations know `incremental`
 * and `update_window` as well.
 */
export function readRefreshKey(fields: Fields, problems: Problems, isOfPreAggregation = false): unknown {
  const key = fields.object('refresh_key', 'every');
  if (!key) return undefined;
  const [every, hasSql] = [key.text('every'), key.snippet('sql', 'table') !== undefined];
  const isImmutable = !isOfPreAggregation && (key.boolean('immutable') ?? false);
  if (every === undefined && !hasSql && !isImmutable && !key.has('incremental'))
    problems.add(key.place, 'A refresh key needs every, sql or immutable', 'Write every: 10 minutes.');
  if (isImmutable && (every !== undefined || hasSql))
    problems.add(key.place, 'A refresh key that is immutable cannot have every or sql', 'Keep one of them.');
  checkEvery(key, every, hasSql, problems);
  checkTimezone(key, problems);
  if (isOfPreAggregation) checkIncremental(key, problems);
  key.end('A refresh key');
  return fields.data('refresh_key');
}

function checkEvery(key: Fields, every: string | undefined, hasSql: boolean, problems: Problems): void {
  if (every === undefined || EVERY.test(every)) return;
  const words = every.trim().split(/\s+/);
  const isCron = (words.length === 5 || words.length === 6) && words.every((word) => CRON_FIELD.test(word));
  if (!isCron)
    problems.add(
      key.placeOf('every'),
      `${JSON.stringify(every)} is no interval`,
      'Write 10 minutes, or a cron line such as 30 5 * * 1.',
    );
  else if (hasSql)
    problems.add(
      key.placeOf('every'),
      'A refresh key has both sql and a cron line',
      'Beside sql, every is an interval such as 10 minutes.',
    );
}

function checkTimezone(key: Fields, problems: Problems): void {
  const timezone = key.text('timezone');
  if (timezone === undefined) return;
  try {
    Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.add(
      key.placeOf('timezone'),
      `${JSON.stringify(timezone)} is no time zone`,
      'Write one such as Europe/Berlin.',
    );
  }
}

function checkIncremental(key: Fields, problems: Problems): void {
  key.boolean('incremental');
  const updateWindow = key.text('update_window');
  if (
    updateWindow !== undefined &&
    !/^\d+ (second|minute|hour|day|week|month|quarter|year)s?$/.test(updateWindow)
  )
    problems.add(
      key.placeOf('update_window'),
      `${JSON.stringify(updateWindow)} is no interval`,
      'Write 7 days.',
    );
}
