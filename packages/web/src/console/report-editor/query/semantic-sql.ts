import { inputFor, type ConditionMember } from './filter-conditions.ts';
import type { DateRange, DraftCondition, QueryDraft } from './query-draft.ts';

/** What is known of a member. */
type MemberOf = (name: string) => ConditionMember | undefined;

/**
 * A draft as SQL over the model, in PostgreSQL's words, with measures in `MEASURE()`. It is for reading: what is asked
 * is the query as JSON. What of the draft has no words in it, such as groups of conditions, is a comment; so is what
 * the query has beside it, such as comparisons of periods.
 *
 * @param asked the query as it is asked
 */
export function semanticSql(draft: QueryDraft, memberOf: MemberOf, asked: object = {}): string {
  const groups = [
    ...draft.dimensions.map((name) => ({ key: name, sql: name })),
    ...draft.times.flatMap(({ dimension, granularity }) =>
      granularity === undefined
        ? []
        : [{ key: `${dimension}.${granularity}`, sql: `DATE_TRUNC(${literal(granularity)}, ${dimension})` }],
    ),
  ];
  const measures = draft.measures.map((name) => ({ key: name, sql: measureSql(name) }));
  const columns = [...groups, ...measures];
  if (columns.length === 0) return '';
  const isMeasure = (name: string) => draft.measures.includes(name) || memberOf(name)?.kind === 'measure';
  const conditions = draft.filters.map((filter) =>
    filter.kind === 'kept'
      ? { isOfGroups: false, sql: `/* ${JSON.stringify(filter.filter).replaceAll('*/', '* /')} */ TRUE` }
      : {
          isOfGroups: isMeasure(filter.member),
          sql: conditionSql(filter, isMeasure(filter.member), memberOf(filter.member)?.type),
        },
  );
  const where = [
    ...draft.times.flatMap(({ dimension, dateRange }) =>
      dateRange === undefined ? [] : [rangeSql(dimension, dateRange)],
    ),
    ...conditions.filter(({ isOfGroups }) => !isOfGroups).map(({ sql }) => sql),
    ...draft.segments.map((name) => `${name} IS TRUE`),
  ];
  const having = conditions.filter(({ isOfGroups }) => isOfGroups).map(({ sql }) => sql);
  const from = [...new Set(columns.map(({ key }) => key.split('.')[0] ?? key))];
  const order = draft.order.map(({ key, direction }) => {
    const at = columns.findIndex((column) => column.key === key || column.key.startsWith(`${key}.`));
    return `${at < 0 ? key : at + 1} ${direction.toUpperCase()}`;
  });
  return [
    `SELECT\n  ${columns.map(({ sql }) => sql).join(',\n  ')}`,
    `FROM ${from.join('\nCROSS JOIN ')}`,
    ...(where.length > 0 ? [`WHERE ${where.join('\n  AND ')}`] : []),
    ...(groups.length > 0 ? [`GROUP BY ${groups.map((_, index) => index + 1).join(', ')}`] : []),
    ...(having.length > 0 ? [`HAVING ${having.join('\n  AND ')}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...(draft.limit === undefined ? [] : [`LIMIT ${draft.limit}`]),
    ...besideSql(draft, asked),
  ].join('\n');
}

/** The parts of a query that the SQL says. */
const SAID = new Set('measures dimensions timeDimensions segments filters order limit'.split(' '));

/** What the query has beside what the SQL says, a comment for each; of calculated fields those that it names. */
function besideSql({ times, measures, dimensions, filters }: QueryDraft, asked: object): string[] {
  const named = JSON.stringify([times, measures, dimensions, filters]);
  const rest = Object.entries(asked).flatMap(([key, value]: [string, unknown]) => {
    if (SAID.has(key) || value === undefined || value === null) return [];
    if (key !== 'calculatedFields') return [[key, value] as const];
    const used = Object.entries(value).filter(([name]) => named.includes(JSON.stringify(name)));
    return used.length > 0 ? [[key, Object.fromEntries(used)] as const] : [];
  });
  const compared = times.filter((time) => Object.keys(time.rest).length > 0);
  return [
    ...rest.map(([key, value]) => `-- ${key}: ${JSON.stringify(value)}`),
    ...compared.map((time) => `-- ${time.dimension}: ${JSON.stringify(time.rest)}`),
  ];
}

const measureSql = (name: string) => `MEASURE(${name})`;

const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`;

const symbols: Readonly<Record<string, string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  afterDate: '>',
  afterOrOnDate: '>=',
  beforeDate: '<',
  beforeOrOnDate: '<=',
};

const patterns: Readonly<Record<string, (text: string) => string>> = {
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
};

function conditionSql(
  { member, operator, values }: DraftCondition,
  isMeasure: boolean,
  type: string | undefined,
): string {
  const column = isMeasure ? measureSql(member) : member;
  const valueSql = (value: unknown) =>
    type === 'number' && Number.isFinite(Number(value)) && value !== '' ? String(value) : literal(value);
  const [first] = values;
  const symbol = symbols[operator];
  if (symbol !== undefined) return `${column} ${symbol} ${valueSql(first)}`;
  if (operator === 'set') return `${column} IS NOT NULL`;
  if (operator === 'notSet') return `${column} IS NULL`;
  if (operator === 'inDateRange' || operator === 'onTheDate') return rangeSql(column, values.map(String));
  if (operator === 'notInDateRange') return `NOT (${rangeSql(column, values.map(String))})`;
  const isNot = operator.startsWith('not');
  const name = isNot ? operator.charAt(3).toLowerCase() + operator.slice(4) : operator;
  const pattern = patterns[name];
  if (pattern) {
    const tests = values.map((value) => `${column} ILIKE ${literal(pattern(String(value)))}`).join(' OR ');
    return isNot ? `(NOT (${tests}) OR ${column} IS NULL)` : tests.includes(' OR ') ? `(${tests})` : tests;
  }
  if (inputFor(operator, type) === 'none') return `/* ${operator} of ${column} */ TRUE`;
  const list = values.map(valueSql).join(', ');
  if (isNot) return `(${column} NOT IN (${list}) OR ${column} IS NULL)`;
  return values.length === 1 ? `${column} = ${list}` : `${column} IN (${list})`;
}

/** Words such as `last 7 days` are left to the server, which counts them from now. */
function rangeSql(column: string, range: DateRange): string {
  const [from, to = from] = typeof range === 'string' ? [range] : range;
  if (from === undefined) return 'TRUE';
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(from);
  if (!isDate) return `${column} IN (${literal(typeof range === 'string' ? range : range.join(' – '))})`;
  return `${column} BETWEEN ${literal(from)} AND ${literal(to)}`;
}
