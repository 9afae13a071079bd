/**
 * The language that the page follows for its texts, numbers and dates, as a tag that `Intl` takes: the one that was asked
 * for, else the document's. Undefined outside a document, and in one that names none.
 */
export function pageLanguage(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const { dataset, lang } = document.documentElement;
  return dataset['locale'] ?? (lang || undefined);
}
