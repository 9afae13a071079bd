import { limits } from '@oriel/contract';
import { Cron } from 'croner';
import cronstrue from 'cronstrue';

/** The fields of an expression. */
export const fieldsOf = (expression: string) => expression.trim().split(/\s+/);

/** What is wrong with a cron expression; undefined for nothing. */
export function faultOf(expression: string): string | undefined {
  if (fieldsOf(expression).length !== 5)
    return 'must have five fields: minute, hour, day, month, day of the week';
  try {
    parse(expression, 'UTC');
    return undefined;
  } catch (error) {
    // The parser says which field it is, of what the caller has sent.
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : 'is no cron expression';
  }
}

/** A time that the clocks skip comes right after the gap; one of a single time of day that they repeat comes once. */
function parse(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', paused: true });
}

/** The first run after a moment; undefined where none comes. */
export function firstAfter(cron: string, timezone: string, after: Date): Date | undefined {
  return parse(cron, timezone).nextRun(after) ?? undefined;
}

/** The next runs after a moment, as the preview shows them. */
export function nextRuns(cron: string, timezone: string, after: Date): Date[] {
  return parse(cron, timezone).nextRuns(limits.SCHEDULE_PREVIEW_RUNS, after);
}

/**
 * A cron expression in words, as `At 09:30, only on Monday`. Where it names both days of the month and days of the
 * week, it runs on any of them, as in every cron; the library would join them by "and".
 */
export function describeCron(cron: string): string {
  const [minute, hour, day = ANY, month = ANY, weekday = ANY] = fieldsOf(cron);
  if (day === ANY || weekday === ANY) return inWords(cron);
  const time = inWords([minute, hour, ANY, ANY, ANY].join(' '));
  const partOf = (...days: readonly string[]) =>
    inWords([minute, hour, ...days].join(' '))
      .slice(time.length)
      .replace(/^, (?:and )?(?:only )?/, '');
  const inMonth = month === ANY ? '' : `, only ${partOf(ANY, month, ANY)}`;
  return `${time}, ${partOf(day, ANY, ANY)}, or ${partOf(ANY, ANY, weekday)}${inMonth}`;
}

const ANY = '*';

function inWords(cron: string): string {
  return cronstrue.toString(cron, { use24HourTimeFormat: true, throwExceptionOnParseError: false });
}
