import type { Expression, Raw } from '../algebra/algebra.ts';

type Aliases = ReadonlySet<string>;

const NONE: Aliases = new Set();

/**
 * The relations that a condition needs a row of: where one of them has none, as behind a left join, its columns are
 * null, and the condition does not hold. Of SQL of an author that is more than a column nothing is known.
 */
export function relationsNeededBy(condition: Expression): Aliases {
  switch (condition.kind) {
    case 'origin':
      return relationsNeededBy(condition.value);
    case 'and':
      return unionOf(condition.operands.map(relationsNeededBy));
    case 'or':
      return intersectionOf(condition.operands.map(relationsNeededBy));
    case 'is-null':
      return condition.isNegated ? relationsThatMakeNull(condition.operand) : NONE;
    case 'not':
      return relationsThatMakeNull(condition.operand);
    default:
      return relationsThatMakeNull(condition);
  }
}

/** The relations that equal columns are of; undefined for any other condition. */
export function relationsInEqualities(condition: Expression): Aliases | undefined {
  if (condition.kind === 'origin') return relationsInEqualities(condition.value);
  if (condition.kind === 'and') {
    const each = condition.operands.map(relationsInEqualities);
    return each.every((one) => one !== undefined) ? unionOf(each) : undefined;
  }
  if (condition.kind !== 'compare') return undefined;
  const sides = [condition.left, condition.right].map(relationsOfColumn);
  return sides.every(({ size }) => size === 1) ? unionOf(sides) : undefined;
}

/** The relation of a column, which may be converted; none of any other expression. */
function relationsOfColumn(expression: Expression): Aliases {
  switch (expression.kind) {
    case 'origin':
    case 'cast':
      return relationsOfColumn(expression.value);
    case 'column':
    case 'raw':
      return relationsThatMakeNull(expression);
    default:
      return NONE;
  }
}

/** The relations of which a missing row makes an expression null, whatever else stands in it. */
function relationsThatMakeNull(expression: Expression): Aliases {
  switch (expression.kind) {
    case 'column':
      return expression.of === undefined ? NONE : new Set([expression.of]);
    case 'raw':
      return relationOfColumn(expression);
    case 'origin':
    case 'cast':
    case 'compare-number':
    case 'any-number':
    case 'finds':
    case 'in':
    case 'truncate':
    case 'truncate-steps':
    case 'shift':
    case 'to-zone':
    case 'from-zone':
    case 'null-if':
      return relationsThatMakeNull(expression.value);
    case 'compare':
    case 'arithmetic':
      return unionOf([relationsThatMakeNull(expression.left), relationsThatMakeNull(expression.right)]);
    case 'concat':
      return unionOf(expression.parts.map(relationsThatMakeNull));
    default:
      return NONE;
  }
}

/** An author's column behind the alias of its relation. */
function relationOfColumn({ parts: [first], isName }: Raw): Aliases {
  return isName && typeof first === 'object' && first.kind === 'table-alias' ? new Set([first.name]) : NONE;
}

function unionOf(sets: readonly Aliases[]): Aliases {
  return new Set(sets.flatMap((set) => [...set]));
}

function intersectionOf([first = NONE, ...more]: readonly Aliases[]): Aliases {
  return new Set([...first].filter((alias) => more.every((set) => set.has(alias))));
}
