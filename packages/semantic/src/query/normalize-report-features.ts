import {
  MAX_MEMBER_NAME_LENGTH,
  MAX_PERIOD_COMPARISONS,
  MAX_PERIOD_OFFSET,
  MAX_QUERY_MEMBERS,
} from '@oriel/contract/limits';
import { INTERVAL_UNITS } from '../model/language/interval.ts';
import { MEMBER, shown, shownName } from './input.ts';
import {
  PERIOD_OUTPUTS,
  QueryError,
  type FillMissingRows,
  type PeriodComparison,
  type PeriodOutput,
} from './query.ts';

/** A part of the query, and where it stands there. */
interface Part {
  readonly value: unknown;
  readonly path: string;
}

/**
 * Measures beside what they were some time before: `[{measure, timeDimension, offset: {amount, unit}, outputs}]`, where
 * `outputs` is some of `previous`, `difference` and `percent`, by default `previous`.
 *
 * @throws QueryError with the place of the fault, the value that stands there and what is allowed
 */
export function normalizePeriodComparisons(value: unknown): PeriodComparison[] {
  return itemsOf({ value, path: 'periodComparisons' }, MAX_PERIOD_COMPARISONS).map((entry) => {
    const { measure, timeDimension, offset, outputs } = fieldsOf(entry, [
      'measure',
      'timeDimension',
      'offset',
      'outputs',
    ]);
    const { amount, unit } = fieldsOf(offset, ['amount', 'unit']);
    return {
      measure: nameOf(measure),
      timeDimension: nameOf(timeDimension),
      offset: { amount: amountOf(amount), unit: unitOf(unit) },
      outputs: outputsOf(outputs),
    };
  });
}

function amountOf(part: Part): number {
  const { value } = part;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_PERIOD_OFFSET)
    return Number(value);
  throw refuse(part, `a whole number from 1 to ${MAX_PERIOD_OFFSET}`);
}

function unitOf(part: Part): string {
  const { value } = part;
  const unit = typeof value === 'string' ? value.toLowerCase().replace(/s$/, '') : '';
  if (INTERVAL_UNITS.some((known) => known === unit)) return unit;
  throw refuse(part, `one of ${INTERVAL_UNITS.join(', ')}`);
}

function outputsOf(part: Part): readonly PeriodOutput[] {
  const items = itemsOf(part, PERIOD_OUTPUTS.length);
  if (items.length === 0) return ['previous'];
  const outputs = items.map((item) => {
    const known = PERIOD_OUTPUTS.find((candidate) => candidate === item.value);
    if (known) return known;
    throw refuse(item, `one of ${PERIOD_OUTPUTS.join(', ')}`);
  });
  return [...new Set(outputs)];
}

/**
 * Rows for every bucket of a time dimension, also where there is nothing: `{member, excludedDimensions}`. Excluded
 * dimensions take no part in the combinations that each bucket gets a row for.
 *
 * @throws QueryError with the place of the fault, the value that stands there and what is allowed
 */
export function normalizeFill(value: unknown): FillMissingRows | undefined {
  if (value === undefined || value === null) return undefined;
  const { member, excludedDimensions } = fieldsOf({ value, path: 'fillMissingRows' }, [
    'member',
    'excludedDimensions',
  ]);
  // The time dimension may be named with the granularity that it is cut by.
  const [scope, name, granularity, ...more] =
    typeof member.value === 'string' ? member.value.slice(0, 2 * MAX_MEMBER_NAME_LENGTH).split('.') : [];
  if (more.length > 0) throw refuse(member, 'a name such as orders.created_at or orders.created_at.month');
  return {
    member: nameOf(granularity === undefined ? member : { ...member, value: `${scope}.${name}` }),
    ...(granularity !== undefined && { granularity }),
    excludedDimensions: itemsOf(excludedDimensions, MAX_QUERY_MEMBERS).map(nameOf),
  };
}

function itemsOf({ value, path }: Part, maxItems: number): Part[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw refuse({ value, path }, 'a list');
  if (value.length > maxItems)
    throw new QueryError(
      'invalid_query',
      `${path} holds at most ${maxItems} entries, not ${value.length}`,
      undefined,
      path,
    );
  return value.map((item: unknown, index) => ({ value: item, path: `${path}[${index}]` }));
}

/** The fields of an object; one that it does not know is refused. */
function fieldsOf<Key extends string>({ value, path }: Part, keys: readonly Key[]): Record<Key, Part> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse({ value, path }, `an object with ${keys.join(', ')}`);
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const unknown = Object.keys(fields).find((key) => !keys.some((known) => known === key));
  if (unknown !== undefined)
    throw new QueryError(
      'invalid_query',
      `${path} has no key ${shownName(unknown)}; it takes ${keys.join(', ')}`,
      undefined,
      `${path}.${shownName(unknown)}`,
    );
  const parts = keys.map((key): [Key, Part] => [key, { value: fields[key], path: `${path}.${key}` }]);
  // There is an entry for each of the keys.
  return Object.fromEntries(parts) as Record<Key, Part>;
}

function nameOf(part: Part): string {
  const { value } = part;
  if (typeof value === 'string' && value.length <= MAX_MEMBER_NAME_LENGTH && MEMBER.test(value)) return value;
  throw refuse(part, 'a name such as orders.count');
}

function refuse({ value, path }: Part, allowed: string): QueryError {
  const fault = value === undefined ? 'is missing; it is' : 'must be';
  const found = value === undefined ? '' : `, not ${shown(value)}`;
  return new QueryError('invalid_query', `${path} ${fault} ${allowed}${found}`, undefined, path);
}
