import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { Freshness } from '../definitions/model.ts';

interface RefreshKey {
  readonly written: unknown;
  readonly freshness: Freshness;
}

const EVERY = /^\d+ (second|minute|hour|day|week)s?$/;
const CRON_FIELD = /^[\d*/,?#LWA-Za-z-]+$/;

/**
 * How to find out that data has changed, checked, as it is written and as it is used: `every` an interval or a cron
 * line, `sql` (with an interval beside it at most), or `immutable: true`. Those of pre-aggregations know `incremental`
 * and `update_window` as well.
 */
export function readRefreshKey(
  fields: Fields,
  problems: Problems,
  isOfPreAggregation = false,
): RefreshKey | undefined {
  const key = fields.object('refresh_key', 'every');
  if (!key) return undefined;
  const [every, sql] = [key.text('every'), key.template('sql', 'table')];
  const hasSql = sql !== undefined;
  const isImmutable = !isOfPreAggregation && (key.boolean('immutable') ?? false);
  if (every === undefined && !hasSql && !isImmutable && !key.has('incremental'))
    problems.add(key.location, 'A refresh key needs every, sql or immutable', 'Write every: 10 minutes.');
  if (isImmutable && (every !== undefined || hasSql))
    problems.add(
      key.location,
      'A refresh key that is immutable cannot have every or sql',
      'Keep one of them.',
    );
  checkEvery(key, every, hasSql, problems);
  checkTimezone(key, problems);
  if (hasSql) checkBesideSql(key, problems);
  if (isOfPreAggregation) checkIncremental(key, problems);
  key.end('A refresh key');
  const everyMs = isImmutable ? Infinity : readIntervalMs(every);
  const freshness = { ...(everyMs !== undefined && { everyMs }), ...(sql && { sql }) };
  return { written: fields.data('refresh_key'), freshness };
}

const UNIT_MS: Record<string, number> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** Undefined for a cron line. */
function readIntervalMs(every: string | undefined): number | undefined {
  const [, amount, unit = ''] = /^(\d+) (\w+?)s?$/.exec(every ?? '') ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(amount) * unitMs;
}

function checkEvery(key: Fields, every: string | undefined, hasSql: boolean, problems: Problems): void {
  if (every === undefined || EVERY.test(every)) return;
  const words = every.trim().split(/\s+/);
  const isCron = (words.length === 5 || words.length === 6) && words.every((word) => CRON_FIELD.test(word));
  if (!isCron)
    problems.add(
      key.locationOf('every'),
      `${JSON.stringify(every)} is no interval`,
      'Write 10 minutes, or a cron line such as 30 5 * * 1.',
    );
  else if (hasSql)
    problems.add(
      key.locationOf('every'),
      'A refresh key has both sql and a cron line',
      'Beside sql, every is an interval such as 10 minutes.',
    );
}

function checkBesideSql(key: Fields, problems: Problems): void {
  for (const other of ['timezone', 'incremental', 'update_window'])
    if (key.has(other))
      problems.add(
        key.locationOf(other),
        `A refresh key has both sql and ${other}`,
        'Beside sql there is every, an interval.',
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
      key.locationOf('timezone'),
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
      key.locationOf('update_window'),
      `${JSON.stringify(updateWindow)} is no interval`,
      'Write 7 days.',
    );
}
