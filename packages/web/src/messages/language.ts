/**
 * The locale that numbers and dates of the page are written in, as a tag that `Intl` takes: the one that was asked for, else
 * the document's language. Undefined outside a document, and in one that names none.
 */
export function pageLanguage(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const { dataset, lang } = document.documentElement;
  return dataset['locale'] ?? (lang || undefined);
}

/** The language of the page's texts: one that texts exist in. Undefined as above. */
export function textLanguage(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.lang || undefined;
}
