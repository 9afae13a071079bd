/** The languages of what is written where there is no page, as on the server. */
interface Languages {
  /** Of numbers and dates, as a BCP 47 tag. */
  readonly locale: string;
  /** Of texts, as a shipped locale. */
  readonly texts: string;
}

let given: Languages | undefined;

/** Writes something at once, in languages of its own. */
export function inLanguages<Written>(languages: Languages, write: () => Written): Written {
  const before = given;
  given = languages;
  try {
    return write();
  } finally {
    given = before;
  }
}

/**
 * The locale that numbers and dates of the page are written in, as a tag that `Intl` takes: the one that was asked for,
 * else the document's language. Outside a document that of {@link inLanguages}; undefined without one.
 */
export function pageLanguage(): string | undefined {
  if (typeof document === 'undefined') return given?.locale;
  const { dataset, lang } = document.documentElement;
  return dataset['locale'] ?? (lang || undefined);
}

/** The language of the page's texts: one that texts exist in. Undefined as above. */
export function textLanguage(): string | undefined {
  return typeof document === 'undefined' ? given?.texts : document.documentElement.lang || undefined;
}
