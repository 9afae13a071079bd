import { CHOICE_FILTERS } from './choice-filters.ts';
import type { CallArguments, Filter, TemplateCalls } from './filter.ts';
import { LIST_FILTERS } from './list-filters.ts';
import { NUMBER_FILTERS } from './number-filters.ts';
import { TESTS } from './template-tests.ts';
import { TEXT_FILTERS } from './text-filters.ts';
import type { JinjaValue } from '../values/jinja-library.ts';

const FILTERS = new Map<string, Filter>(
  [TEXT_FILTERS, NUMBER_FILTERS, LIST_FILTERS, CHOICE_FILTERS].flatMap(Object.entries<Filter>),
);
const TESTS_BY_NAME = new Map(Object.entries(TESTS));

TESTS_BY_NAME.set('filter', ({ value }) => FILTERS.has(String(value)));
TESTS_BY_NAME.set('test', ({ value }) => TESTS_BY_NAME.has(String(value)));

/** What a template may call by name behind `|` and behind `is`. */
export const CALL_NAMES = { filter: [...FILTERS.keys()], test: [...TESTS_BY_NAME.keys()] };

/** @throws where there is no filter, or no test, of that name */
export function checkCallName(kind: keyof typeof CALL_NAMES, name: string): void {
  if (!CALL_NAMES[kind].includes(name)) throw new Error(`there is no ${kind} ${name}`);
}

/**
 * Applies a filter, as in `operand | name(args)`.
 *
 * @throws a sentence that names the filter
 */
export function applyFilter(name: string, operand: JinjaValue, args: CallArguments): JinjaValue {
  const filter = FILTERS.get(name);
  if (!filter) throw new Error(`there is no filter ${name}`);
  return named(`the filter ${name}`, () => filter(operand, args, CALLS));
}

/**
 * Answers a test, as in `operand is name(args)`.
 *
 * @throws a sentence that names the test
 */
export function applyTest(name: string, operand: JinjaValue, args: CallArguments): boolean {
  const test = TESTS_BY_NAME.get(name);
  if (!test) throw new Error(`there is no test ${name}`);
  return named(`the test ${name}`, () => test(operand, args));
}

const CALLS: TemplateCalls = { filter: applyFilter, test: applyTest };

function named<T>(what: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
  }
}
