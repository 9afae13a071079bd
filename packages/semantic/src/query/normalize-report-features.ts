import { listOf, memberOf, membersOf, objectOf, textOf } from './input.ts';
import {
  PERIOD_OUTPUTS,
  QueryError,
  type FillMissingRows,
  type PeriodComparison,
  type PeriodOutput,
} from './query.ts';

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

/**
 * Measures beside what they were some time before: `[{measure, timeDimension, offset: {amount, unit}, outputs}]`, where
 * `outputs` is some of `previous`, `difference` and `percent`, by default `previous`.
 *
 * @throws QueryError that says which part is wrong and what is allowed
 */
export function normalizePeriodComparisons(input: unknown): PeriodComparison[] {
  return listOf(input, 'periodComparisons').map((entry) => {
    const { measure, timeDimension, offset, outputs, ...rest } = objectOf(entry, 'A period comparison');
    refuseUnknown(rest, 'a period comparison');
    const { amount, unit, ...others } = objectOf(offset, 'offset');
    refuseUnknown(others, 'the offset of a period comparison');
    const name = memberOf(measure, 'periodComparisons');
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1)
      throw new QueryError(
        'invalid_query',
        `The offset of ${name} is a whole number of at least 1, not ${JSON.stringify(amount)}`,
        name,
      );
    const single = (textOf(unit, 'unit') ?? '').toLowerCase().replace(/s$/, '');
    if (!UNITS.includes(single))
      throw new QueryError(
        'invalid_query',
        `The offset of ${name} is in ${UNITS.join(', ')}, not ${JSON.stringify(unit)}`,
        name,
      );
    return {
      measure: name,
      timeDimension: memberOf(timeDimension, 'periodComparisons'),
      offset: { amount, unit: single },
      outputs: outputsOf(outputs, name),
    };
  });
}

function outputsOf(input: unknown, measure: string): readonly PeriodOutput[] {
  const texts = listOf(input, 'outputs');
  if (texts.length === 0) return ['previous'];
  return texts.map((text) => {
    const known = PERIOD_OUTPUTS.find((candidate) => candidate === text);
    if (known) return known;
    throw new QueryError(
      'invalid_query',
      `The outputs of a comparison are ${PERIOD_OUTPUTS.join(', ')}, not ${JSON.stringify(text)}`,
      measure,
    );
  });
}

/**
 * Rows for every bucket of a time dimension, also where there is nothing: `{member, excludedDimensions}`. Excluded
 * dimensions take no part in the combinations that each bucket gets a row for.
 */
export function normalizeFill(input: unknown): FillMissingRows | undefined {
  if (input === undefined || input === null) return undefined;
  const { member, excludedDimensions, ...rest } = objectOf(input, 'fillMissingRows');
  refuseUnknown(rest, 'fillMissingRows');
  const text = textOf(member, 'member') ?? '';
  // The time dimension may be named with the granularity that it is cut by.
  const name = memberOf(text.split('.').slice(0, 2).join('.'), 'fillMissingRows');
  const granularity = text.split('.')[2];
  return {
    member: name,
    ...(granularity !== undefined && { granularity }),
    excludedDimensions: membersOf(excludedDimensions, 'excludedDimensions'),
  };
}

function refuseUnknown(rest: object, what: string): void {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw new QueryError('invalid_query', `Invalid query format: ${what} has no key ${unknown}`);
}
