import { shift } from '../../algebra/build.ts';
import type { Expression } from '../../algebra/algebra.ts';
import type { Dimension, Granularity } from '../../model/definitions/model.ts';
import { parseInterval } from '../../model/language/interval.ts';
import { QueryError, type Clock } from '../../query/query.ts';
import { stepOrigin } from './step-origin.ts';

/** Where times are cut. */
interface CutSettings {
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
  local: Expression,
  dimension: Dimension,
  granularity: string,
): Expression {
  const custom = dimension.granularities[granularity];
  if (custom?.sql)
    throw new QueryError(
      'calendar_period',
      `The ${granularity} of ${dimension.name} begins where its calendar says, which is known of the calendar's own times alone; windows, filled rows and shifts by an interval have others`,
      dimension.name,
    );
  return custom ? cutToCustom(settings, local, custom) : truncate(local, granularity);
}

const truncate = (value: Expression, unit: string): Expression => ({ kind: 'truncate', value, unit });

/** A single unit is cut as the calendar does, moved by the offset; anything else is counted in steps. */
function cutToCustom(
  { timezone, context }: CutSettings,
  local: Expression,
  granularity: Granularity,
): Expression {
  const steps = parseInterval(granularity.interval) ?? [];
  const [step, ...more] = steps;
  if (step?.amount !== 1 || more.length > 0 || granularity.origin !== undefined) {
    const origin = stepOrigin(granularity, timezone, context);
    return { kind: 'truncate-steps', value: local, steps, origin };
  }
  if (granularity.offset === undefined) return truncate(local, step.unit);
  const offset = parseInterval(granularity.offset) ?? [];
  return shift(truncate(shift(local, '-', offset), step.unit), '+', offset);
}
