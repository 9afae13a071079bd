import type { Dialect } from '../../dialect/dialect.ts';
import { parseInterval } from '../../model/language/interval.ts';
import type { Dimension, Granularity } from '../../model/definitions/model.ts';
import { QueryError, type Clock } from '../../query/query.ts';
import type { Fragment } from '../../sql/fragment.ts';
import { stepOrigin } from './step-origin.ts';

interface CutSettings {
  readonly dialect: Dialect;
  readonly timezone: string;
  readonly context: Clock;
}

/**
 * A wall clock cut to a granularity of a time dimension.
 *
 * @throws QueryError for one that a calendar gives by SQL
 */
export function cutTime(
  settings: CutSettings,
  local: Fragment,
  dimension: Dimension,
  granularity: string,
): Fragment {
  const custom = dimension.granularities[granularity];
  if (custom?.sql)
    throw new QueryError(
      'calendar_period',
      `The ${granularity} of ${dimension.name} begins where its calendar says, which is known of the calendar's own times alone; windows, filled rows and shifts by an interval have others`,
      dimension.name,
    );
  return custom ? cutToCustom(settings, local, custom) : settings.dialect.truncate(local, granularity);
}

/** A single unit is cut as the calendar does, moved by the offset; anything else is counted in steps. */
function cutToCustom(
  { dialect, timezone, context }: CutSettings,
  local: Fragment,
  granularity: Granularity,
): Fragment {
  const steps = parseInterval(granularity.interval) ?? [];
  const [step, ...more] = steps;
  if (step?.amount !== 1 || more.length > 0 || granularity.origin !== undefined)
    return dialect.truncateToSteps(local, steps, stepOrigin(granularity, timezone, context));
  if (granularity.offset === undefined) return dialect.truncate(local, step.unit);
  const offset = parseInterval(granularity.offset) ?? [];
  return dialect.shift(dialect.truncate(dialect.shift(local, '-', offset), step.unit), '+', offset);
}
