import type { Dialect } from '../../dialect/dialect.ts';
import type { Mask, Member } from '../../model/definitions/model.ts';
import type { SqlTemplate } from '../../model/sql-template/sql-template.ts';
import { sql, type Fragment } from '../../sql/fragment.ts';

/** What stands in place of a member's value. A null is of the member's type, so that formulas take it. */
export function renderMask(
  mask: Mask,
  member: Member,
  dialect: Dialect,
  render: (template: SqlTemplate) => Fragment,
): Fragment {
  if (mask.kind === 'sql') return render(mask.sql);
  if (mask.value === null) return typedNull(member, dialect);
  return [typeof mask.value === 'string' ? dialect.quoteText(mask.value) : String(mask.value).toUpperCase()];
}

function typedNull(member: Member, dialect: Dialect): Fragment {
  const nothing: Fragment = ['NULL'];
  switch (member.kind === 'segment' ? 'boolean' : member.type) {
    case 'string':
    case 'geo':
    case 'switch':
      return dialect.castToText(nothing);
    case 'boolean':
      return dialect.castToBoolean(nothing);
    case 'time':
      return dialect.castToTimestamp(nothing);
    default:
      return dialect.castToNumber(nothing);
  }
}

/**
 * The value where it is shown, and the mask everywhere else. Beside a value a null has no type of its own: that of
 * numbers is a double in DuckDB, which has fewer digits than a decimal.
 */
export function maskedValue(
  value: Fragment,
  { mask, hidden }: { mask: Mask; hidden: Fragment },
  shown: Fragment | undefined,
): Fragment {
  if (!shown) return hidden;
  const isNull = mask.kind === 'value' && mask.value === null;
  return sql`CASE WHEN ${shown} THEN ${value} ELSE ${isNull ? 'NULL' : hidden} END`;
}
