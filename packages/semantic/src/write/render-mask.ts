import type { Dialect } from '../dialect/dialect.ts';
import type { Mask, Member } from '../model/model.ts';
import type { Snippet } from '../model/snippet/snippet.ts';
import { sql, type Fragment } from '../sql/fragment.ts';

/** What stands in place of a member's value. A null is of the member's type, so that formulas take it. */
export function renderMask(
  mask: Mask,
  member: Member,
  dialect: Dialect,
  render: (snippet: Snippet) => Fragment,
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

/** The value where it is shown, and the mask everywhere else. */
export function maskedValue(value: Fragment, mask: Fragment, shown: Fragment | undefined): Fragment {
  return shown ? sql`CASE WHEN ${shown} THEN ${value} ELSE ${mask} END` : mask;
}
