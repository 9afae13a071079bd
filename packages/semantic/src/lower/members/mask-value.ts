import { cast, literal, NULL, when } from '../../algebra/build.ts';
import type { Expression, ValueType } from '../../algebra/algebra.ts';
import type { Mask, Member } from '../../model/definitions/model.ts';
import type { SqlTemplate } from '../../model/sql-template/sql-template.ts';

/** What stands in place of a member's value. A null is of the member's type, so that formulas take it. */
export function maskValue(
  mask: Mask,
  member: Member,
  express: (template: SqlTemplate) => Expression,
): Expression {
  if (mask.kind === 'sql') return express(mask.sql);
  return mask.value === null ? cast(NULL, typeOf(member)) : literal(mask.value);
}

function typeOf(member: Member): ValueType {
  switch (member.kind === 'segment' ? 'boolean' : member.type) {
    case 'string':
    case 'geo':
    case 'switch':
      return 'text';
    case 'boolean':
      return 'boolean';
    case 'time':
      return 'time';
    default:
      return 'number';
  }
}

/**
 * The value where it is shown, and the mask everywhere else. Beside a value a null has no type of its own: that of
 * numbers is a double in DuckDB, which has fewer digits than a decimal.
 */
export function maskedValue(
  value: Expression,
  { mask, hidden }: { mask: Mask; hidden: Expression },
  shown: Expression | undefined,
): Expression {
  if (!shown) return hidden;
  const isNull = mask.kind === 'value' && mask.value === null;
  return when(shown, value, isNull ? NULL : hidden);
}
