import {
  MAX_DOCUMENT_LENGTH,
  MAX_FILTER_DEPTH,
  MAX_FILTER_VALUE_LENGTH,
  MAX_FILTER_VALUES,
  MAX_QUERY_FILTERS,
} from '@oriel/contract/limits';
import { filterOperators, isFilterOperator } from '../model/language/filter-operators.ts';
import { didYouMean } from '../model/language/nearest-name.ts';
import {
  invalid,
  listOf,
  memberOf,
  objectOf,
  refuseOtherKeys,
  shown,
  shownName,
  type Input,
} from './input.ts';
import { QueryError, type NormalizedFilter } from './query.ts';

/** What the filters of one query hold so far, at every depth together. */
interface Count {
  filters: number;
  values: number;
  characters: number;
}

/**
 * The filters of a query, without groups that hold none, at any depth.
 *
 * @throws QueryError with the place of the fault; also for more than a query may hold
 */
export function normalizeFilters(input: unknown): NormalizedFilter[] {
  return readList(input, 'filters', 0, { filters: 0, values: 0, characters: 0 });
}

function readList(input: unknown, path: string, depth: number, count: Count): NormalizedFilter[] {
  if (depth > MAX_FILTER_DEPTH) throw invalid(path, `filters are nested more than ${MAX_FILTER_DEPTH} deep`);
  const list = listOf(input, path, MAX_QUERY_FILTERS);
  count.filters += list.length;
  if (count.filters > MAX_QUERY_FILTERS)
    throw invalid(path, `a query holds at most ${MAX_QUERY_FILTERS} filters in all`);
  return list.flatMap((entry, index): NormalizedFilter[] => {
    const location = `${path}[${index}]`;
    const filter = objectOf(entry, location, 'A filter');
    const key = (['and', 'or'] as const).find((candidate) => filter[candidate] !== undefined);
    if (!key) return [readCondition(filter, location, count)];
    const { [key]: inner, ...rest } = filter;
    const [other] = Object.keys(rest);
    if (other !== undefined) throw invalid(location, `a filter has ${key} beside ${shownName(other)}`);
    const parts = readList(inner, `${location}.${key}`, depth + 1, count);
    if (parts.length === 0) return [];
    return [key === 'and' ? { and: parts } : { or: parts }];
  });
}

function readCondition(filter: Input, path: string, count: Count): NormalizedFilter {
  const { member, dimension, operator, values, ...rest } = filter;
  refuseOtherKeys(rest, path, 'a filter');
  const name = memberOf(member ?? dimension, `${path}.member`);
  const operation = typeof operator === 'string' ? operator : '';
  if (!isFilterOperator(operation))
    throw new QueryError(
      'invalid_query',
      `The filter on ${name} has an unknown operator ${shown(operator ?? '')}. ${didYouMean(operation, Object.keys(filterOperators))}`,
      name,
      `${path}.operator`,
    );
  if (filterOperators[operation] === 'none') return { member: name, operator: operation };
  const list = readValues(values, `${path}.values`, name, count);
  if (list.length === 0)
    throw new QueryError(
      'invalid_query',
      `The filter ${operation} on ${name} needs values`,
      name,
      `${path}.values`,
    );
  return { member: name, operator: operation, values: list };
}

function readValues(input: unknown, path: string, member: string, count: Count): (string | null)[] {
  const list = listOf(input, path, MAX_FILTER_VALUES);
  count.values += list.length;
  if (count.values > MAX_FILTER_VALUES)
    throw invalid(path, `the filters of a query hold at most ${MAX_FILTER_VALUES} values in all`, member);
  return list.map((value, index) => {
    const text = value === null ? null : scalarText(value, `${path}[${index}]`, member);
    count.characters += text?.length ?? 0;
    if (count.characters > MAX_DOCUMENT_LENGTH)
      throw invalid(
        path,
        `the values of a query's filters have at most ${MAX_DOCUMENT_LENGTH} characters in all`,
        member,
      );
    return text;
  });
}

function scalarText(value: unknown, path: string, member: string): string {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
  if (text === undefined)
    throw invalid(
      path,
      `a value of the filter on ${member} must be a text, a number, true, false or null`,
      member,
    );
  if (text.length > MAX_FILTER_VALUE_LENGTH)
    throw invalid(
      path,
      `a value of the filter on ${member} has at most ${MAX_FILTER_VALUE_LENGTH} characters, not ${text.length}`,
      member,
    );
  return text;
}
