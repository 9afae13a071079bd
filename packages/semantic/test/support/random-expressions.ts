import fc from 'fast-check';

export type ValueType = 'number' | 'boolean' | 'text';
/** The two ways to ports and, behind them, to regions. */
export type Way = 'src' | 'dst';

/** SQL as its author writes it, and the same by hand: over the aliases of a way, with every operand in parentheses. */
export interface Expression {
  readonly type: ValueType;
  readonly author: string;
  byHand(way: Way): string;
  /** The ways that it needs, whatever way it is written for. */
  readonly ways: ReadonlySet<Way>;
}

/** A member of a cube. */
export interface ExpressionMember extends Expression {
  readonly name: string;
}

/**
 * Operators of every precedence, with functions and CASE. `$n`, `$b` and `$t` stand for operands, which authors write
 * without parentheses.
 */
const OPERATORS: Record<ValueType, readonly string[]> = {
  number: [
    '$n + $n',
    '$n - $n',
    '$n * 3',
    '-$n',
    '2 - $n',
    '$n - $n - 1',
    '3 - $n * 2 + $n',
    'CASE WHEN $b THEN $n ELSE $n END',
    'coalesce($n, $n)',
    'abs($n)',
  ],
  boolean: [
    '$n = $n',
    '$n <> $n',
    '$n < $n',
    '$n >= $n - 1',
    '$n IS NULL',
    '$n BETWEEN $n AND $n',
    '$n IS DISTINCT FROM $n',
    'NOT $b',
    '$b AND $b',
    '$b OR $b',
    'NOT $b AND $b OR $b',
    '$b = $b',
    '$b IS NOT TRUE',
    "$t LIKE 'a%'",
    "$t IN ('a', '')",
    '$t || $t = $t',
  ],
  text: ['$t || $t', "coalesce($t, 'z')", 'CASE WHEN $b THEN $t END', 'upper($t)', "$t || 'x'"],
};
const OPERAND_TYPES: Record<string, ValueType> = { n: 'number', b: 'boolean', t: 'text' };
const TYPES = ['number', 'boolean', 'text'] as const;

/** Which operator and operands, by their places in the lists there are: valid for every list. */
export interface Choice {
  readonly type: ValueType;
  readonly operator: number;
  readonly operands: readonly number[];
}

export const choiceOf = (type: fc.Arbitrary<ValueType>): fc.Arbitrary<Choice> =>
  fc.record({
    type,
    operator: fc.nat(999),
    operands: fc.array(fc.nat(999), { minLength: 4, maxLength: 4 }),
  });
export const anyChoice = choiceOf(fc.constantFrom(...TYPES));

/** One operator over some of the operands that there are, of each type at least one. */
export function choose({ type, operator, operands }: Choice, among: readonly Expression[]): Expression {
  const template = pick(OPERATORS[type], operator);
  const chosen: Expression[] = [];
  const parts = template.split(/\$([nbt])/);
  const write = (operand: (expression: Expression) => string) =>
    parts
      .map((part, index) => (index % 2 === 0 ? part : operand(chosen[(index - 1) / 2] ?? never())))
      .join('');
  for (let index = 1; index < parts.length; index += 2) {
    const wanted = OPERAND_TYPES[parts[index] ?? ''];
    // The later ones are made of more, and are chosen as often as all before them.
    const fitting = among.filter((expression) => expression.type === wanted).toReversed();
    chosen.push(pick(fitting, operands[(index - 1) / 2] ?? 0));
  }
  return {
    type,
    author: write(({ author }) => author),
    byHand: (way) => write((expression) => `(${expression.byHand(way)})`),
    ways: new Set(chosen.flatMap(({ ways }) => [...ways])),
  };
}

/** Members of a cube, each over what the cube has and the members before it. */
export function membersOf(
  prefix: string,
  choices: readonly Choice[],
  columns: readonly Expression[],
): ExpressionMember[] {
  const members: ExpressionMember[] = [];
  for (const [index, choice] of choices.entries()) {
    const name = `${prefix}${index}`;
    const references = members.map((member) => ({ ...member, author: `{${member.name}}` }));
    members.push({ name, ...choose(choice, [...columns, ...references]) });
  }
  return members;
}

export function pick<Item>(list: readonly Item[], at: number): Item {
  return list[at % list.length] ?? never();
}

function never(): never {
  throw new Error('There is an operand of each type');
}
