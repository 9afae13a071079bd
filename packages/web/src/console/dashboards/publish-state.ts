import type { Workbook } from '@oriel/contract';
import { isJsonObject } from '@oriel/contract/json-object';

/** Whether the draft of a workbook's dashboard is not what its viewers see; the order of fields does not matter. */
export function hasUnpublishedChanges({
  dashboardDraft,
  dashboardPublished,
}: Pick<Workbook, 'dashboardDraft' | 'dashboardPublished'>): boolean {
  if (dashboardDraft == null) return false;
  const { theme: drafted, ...draft } = dashboardDraft;
  const { theme: published, ...shown } = dashboardPublished ?? {};
  return canonical(draft) !== canonical(shown) || !isShownIn(drafted, published);
}

/**
 * Whether what a draft says of its look is published. A look that it names by `themeId` adds what the draft does not
 * say.
 */
function isShownIn(drafted: unknown, published: unknown): boolean {
  if (!isJsonObject(drafted)) return canonical(drafted ?? null) === canonical(published ?? null);
  if (!isJsonObject(published)) return false;
  if (typeof drafted['themeId'] !== 'string') return canonical(drafted) === canonical(published);
  return Object.entries(drafted).every(([name, value]) => value === null || isPartOf(value, published[name]));
}

const isPartOf = (value: unknown, whole: unknown): boolean =>
  isJsonObject(value) && isJsonObject(whole)
    ? Object.entries(value).every(([name, part]) => part === null || isPartOf(part, whole[name]))
    : canonical(value) === canonical(whole);

/** Whether two values are the same as JSON; the order of fields does not matter. */
export const isSameJson = (one: unknown, other: unknown) => canonical(one) === canonical(other);

/** JSON text in which the fields of each object are sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
