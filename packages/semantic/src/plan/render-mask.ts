import type { Dialect } from '../dialect/dialect.ts';
import type { Mask } from '../model/model.ts';
import type { Snippet } from '../model/snippet.ts';
import { sql, type Fragment } from '../sql/fragment.ts';

/** What stands in place of a value. */
export function renderMask(mask: Mask, dialect: Dialect, render: (snippet: Snippet) => Fragment): Fragment {
  if (mask.kind === 'sql') return render(mask.sql);
  if (mask.value === null) return ['NULL'];
  return [typeof mask.value === 'string' ? dialect.quoteText(mask.value) : String(mask.value).toUpperCase()];
}

/** The value where it is shown, and the mask everywhere else. */
export function maskedValue(value: Fragment, mask: Fragment, shown: Fragment | undefined): Fragment {
  return shown ? sql`CASE WHEN ${shown} THEN ${value} ELSE ${mask} END` : mask;
}
