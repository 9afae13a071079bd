import type { Aggregate, Expression, RawPart, Relation, ShiftStep } from './algebra.ts';
import { childrenOf } from './walk.ts';

/**
 * A relation for readers: a line for each step, the last one first, and what it reads indented below it. Expressions
 * are written as in SQL, those that engines write differently as calls of their kind; values of callers stand in
 * angle brackets.
 */
export function printPlan(relation: Relation): string {
  const lines: string[] = [];
  const write = (node: Relation, depth: number): void => {
    const { text, inputs } = stepOf(node);
    lines.push(`${'  '.repeat(depth)}${text}`);
    for (const { label, rows } of inputs) {
      if (label !== undefined) lines.push(`${'  '.repeat(depth + 1)}${label}:`);
      write(rows, depth + (label === undefined ? 1 : 2));
    }
  };
  write(relation, 0);
  return lines.join('\n');
}

/** A line of a plan, and the relations that it reads. */
interface Step {
  readonly text: string;
  readonly inputs: readonly { readonly label?: string; readonly rows: Relation }[];
}

type Steps = {
  readonly [Kind in Relation['kind']]: (relation: Extract<Relation, { kind: Kind }>) => Step;
};

const steps: Steps = {
  scan: ({ alias, table: { cube } }) => step(`scan ${cube === alias ? alias : `${cube} as ${alias}`}`),
  named: ({ name, alias }) => step(`read ${alias === undefined ? name : `${name} as ${alias}`}`),
  with: ({ parts, body }) => ({
    text: 'with',
    inputs: [...parts.map(({ name, rows }) => ({ label: name, rows })), { rows: body }],
  }),
  alias: ({ alias, input }) => step(`as ${alias}`, input),
  values: ({ alias, column, values }) =>
    step(`values ${alias}.${column}: ${list(values.map((one) => JSON.stringify(one)))}`),
  series: ({ alias, column, from, to, steps: by }) =>
    step(`series ${alias}.${column}: ${printed(from)} to ${printed(to)} by ${interval(by)}`),
  'one-row': () => step('one row'),
  join: ({ type, on, left, right }) =>
    step(on ? `${type} join on ${printed(on)}` : 'cross join', left, right),
  'semi-join': ({ input, values, among }) => {
    const same = values.map((value, index) => `${printed(value)} = ${among.columns[index]?.name ?? ''}`);
    return step(`semi join on ${list(same)}`, input, among);
  },
  filter: ({ input, where }) => step(`filter ${where.map(printed).join(' and ')}`, input),
  project: ({ input, columns: shown, isDistinct }) =>
    step(`${isDistinct ? 'distinct' : 'project'} ${columns(shown)}`, input),
  aggregate: ({ input, by, measures, having }) => {
    const grouped = by.length === 0 ? 'aggregate' : `aggregate by ${columns(by)}`;
    const measured = measures.length === 0 ? '' : `: ${columns(measures)}`;
    const kept = having.length === 0 ? '' : ` having ${having.map(printed).join(' and ')}`;
    return step(`${grouped}${measured}${kept}`, input);
  },
  merge: ({ on, inputs }) => ({
    text: on.length === 0 ? 'merge' : `merge on ${list(on)}`,
    inputs: inputs.map(({ name, rows }) => ({ label: name, rows })),
  }),
  union: ({ inputs }) => step('union', ...inputs),
  sort: ({ input, by }) =>
    step(
      `sort ${list(by.map(({ column, isDescending }) => `${column}${isDescending ? ' desc' : ''}`))}`,
      input,
    ),
  limit: ({ input, limit = 'none', offset }) =>
    step(`limit ${limit}${offset === undefined ? '' : ` offset ${offset}`}`, input),
};

function stepOf(relation: Relation): Step {
  // The kind decides which of them it is, which the compiler cannot follow.
  return (steps[relation.kind] as (relation: Relation) => Step)(relation);
}

const interval = (by: readonly ShiftStep[]): string =>
  by.map(({ amount, unit }) => `${amount} ${unit}`).join(' ');

const step = (text: string, ...inputs: readonly Relation[]): Step => ({
  text,
  inputs: inputs.map((rows) => ({ rows })),
});

const list = (texts: readonly string[]): string => texts.join(', ');

/** A column that keeps its name is that name. */
function columns(all: readonly { readonly name: string; readonly value: Expression }[]): string {
  return list(
    all.map(({ name, value }) => {
      const text = printed(value);
      return text === name ? name : `${name} = ${text}`;
    }),
  );
}

function printed(node: Expression): string {
  switch (node.kind) {
    case 'column':
      return node.of === undefined ? node.name : `${node.of}.${node.name}`;
    case 'parameter':
      return `<${JSON.stringify(node.value)}>`;
    case 'literal':
      return typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value);
    case 'constant':
      return String(node.value);
    case 'raw':
      return node.parts.map(rawText).join('').replaceAll(/\s+/g, ' ').trim();
    case 'null-like':
      return 'null';
    case 'origin':
      return printed(node.value);
    case 'and':
    case 'or':
      return `(${node.operands.map(printed).join(` ${node.kind} `)})`;
    case 'compare':
    case 'arithmetic':
      return `${printed(node.left)} ${node.symbol} ${printed(node.right)}`;
    case 'is-null':
      return `${printed(node.operand)} is ${node.isNegated ? 'not ' : ''}null`;
    case 'aggregate':
      return aggregateText(node);
    case 'call':
      return `${node.name}(${list(node.args.map(printed))})`;
    case 'cast':
      return `${node.to}(${printed(node.value)})`;
    case 'truncate':
      return `truncate(${node.unit}, ${printed(node.value)})`;
    case 'shift':
      return `${printed(node.value)} ${node.direction} ${interval(node.steps)}`;
    case 'exists':
    case 'scalar':
    case 'among':
      return nestedText(node);
    default:
      return `${node.kind}(${list(childrenOf(node).map((child) => printed(child as Expression)))})`;
  }
}

/** The steps of the other relation in one line, each behind what it reads. */
function nestedText(node: Extract<Expression, { kind: 'exists' | 'scalar' | 'among' }>): string {
  const lines = printPlan(node.rows).split('\n');
  const rows = lines.map((line) => line.trim()).join(' < ');
  return `${node.kind}(${node.kind === 'among' ? `${printed(node.value)}, ` : ''}${rows})`;
}

function rawText(part: RawPart): string {
  if (typeof part === 'string') return part;
  if (part.kind === 'table-alias') return part.name;
  return part.kind === 'table' ? `(${part.cube})` : printed(part);
}

function aggregateText({ name, value, where = [] }: Aggregate): string {
  const kept = where.length === 0 ? '' : ` where ${where.map(printed).join(' and ')}`;
  return `${name}(${value ? printed(value) : ''})${kept}`;
}
