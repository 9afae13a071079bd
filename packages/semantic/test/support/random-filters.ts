import fc from 'fast-check';

/** A filter as a query writes it. */
export type RandomFilter =
  | { readonly member: string; readonly operator: string; readonly values?: readonly (string | null)[] }
  | { readonly and: readonly RandomFilter[] }
  | { readonly or: readonly RandomFilter[] };

/** A row of the table that is filtered; `moment` counts milliseconds since 1970, in quarters of them. */
export interface FilteredRow {
  readonly text: string | null;
  readonly number: number | null;
  readonly flag: boolean | null;
  readonly moment: number | null;
}

export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

const TEXTS = ['', 'a', 'A', 'ab', 'BA', 'b', '%', '_', 'a_b', '\\', "it's", 'Ä', 'ä', 'null', '1'];
const NUMBERS = [-1, 0, 0.5, 1, 2, 1e9, 9007199254740991];
/** Around the clock changes of the zones, and the ends of days. */
const MOMENTS = [
  '2024-03-10T06:59:59.999Z',
  '2024-03-10T07:00:00.000Z',
  '2024-03-30T23:00:00.000Z',
  '2024-03-31T00:30:00.000Z',
  '2024-03-31T01:00:00.000Z',
  '2024-04-06T14:45:00.000Z',
  '2024-04-06T15:15:00.000Z',
  '2024-06-30T23:59:59.999Z',
  '2024-07-01T00:00:00.000Z',
  '2024-10-27T00:30:00.000Z',
  '2024-10-27T01:30:00.000Z',
  '2024-11-03T05:30:00.000Z',
  '2024-11-03T06:30:00.000Z',
  '2011-12-30T09:59:59.999Z',
  '2011-12-30T10:00:00.000Z',
].flatMap((text) => [0, 0.25, 0.75].map((part) => Date.parse(text) + part));
const DATES = [
  '2024-03-10',
  '2024-03-31',
  '2024-04-07',
  '2024-07-01',
  '2024-10-27',
  '2024-11-03',
  '2024-03-31T02:30:00',
  '2024-10-27T02:30:00',
  '2024-10-27T01:30:00Z',
  '2024-11-03T01:30:00.500',
  '2024-06-30T23:59:59.999+02:00',
  '2024-06-30T23:59:59.999',
  '2024-06-30T23:59:59.999Z',
  '2024-10-27T02:59:59.999+02:00',
  '2024-10-27T02:00:00.000+01:00',
  '2024-04-07T01:45:00+11:00',
  '2024-10-06T02:15:00',
  '2011-12-30',
];

export const randomRows: fc.Arbitrary<FilteredRow[]> = fc.array(
  fc.record({
    text: fc.constantFrom(null, ...TEXTS),
    number: fc.constantFrom(null, ...NUMBERS),
    flag: fc.constantFrom(null, true, false),
    moment: fc.constantFrom(null, ...MOMENTS),
  }),
  { minLength: 6, maxLength: 12 },
);

const leaf = (member: string, operators: readonly string[], values: fc.Arbitrary<(string | null)[]>) =>
  fc.record({ member: fc.constant(`t.${member}`), operator: fc.constantFrom(...operators), values });
const listOf = (values: readonly (string | null)[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });

const EQUALITY = ['equals', 'notEquals', 'in', 'notIn'];
const COMPARISON = ['gt', 'gte', 'lt', 'lte'];
const PATTERNS = ['contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'];
const numbers = NUMBERS.map(String);

const leaves: fc.Arbitrary<RandomFilter> = fc.oneof(
  leaf('text', EQUALITY, listOf([...TEXTS, null])),
  leaf('text', PATTERNS, listOf([...TEXTS, null])),
  leaf('text', COMPARISON, listOf(TEXTS)),
  leaf('number', EQUALITY, listOf([...numbers, '0.1', '9007199254740992', null])),
  leaf('number', COMPARISON, listOf(numbers)),
  leaf('flag', EQUALITY, listOf(['true', 'false', '1', '0', null])),
  leaf('moment', ['beforeDate', 'beforeOrOnDate', 'afterDate', 'afterOrOnDate'], listOf(DATES)),
  leaf(
    'moment',
    ['inDateRange', 'notInDateRange', 'onTheDate'],
    listOf(DATES).map((dates) => dates.slice(0, 2)),
  ),
  fc.record({
    member: fc.constantFrom('t.text', 't.number', 't.flag', 't.moment'),
    operator: fc.constantFrom('set', 'notSet'),
  }),
);

const nested = fc.letrec<{ filter: RandomFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: leaves, weight: 3 },
    { arbitrary: fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }), weight: 1 },
    { arbitrary: fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }), weight: 1 },
  ),
})).filter;

/** One filter of any operator, or some in groups nested up to three deep, a few of them empty. */
export const randomFilters: fc.Arbitrary<RandomFilter[]> = fc.oneof(
  leaves.map((leaf) => [leaf]),
  fc.array(nested, { minLength: 1, maxLength: 2 }),
);
