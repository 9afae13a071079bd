import type { ShippedLocale } from '@oriel/embed';
import { commentEnglish } from './english/comment-english.ts';
import { loadCommentTranslation } from './comment-languages/index.ts';
import { createTexts } from './texts.ts';

const texts = createTexts('comments', { en: commentEnglish });

/** The texts of comments on dashboards. */
export const { t } = texts;

/** Loads the texts of a locale. @throws where they cannot be loaded; English stays */
export async function loadCommentTexts(locale: ShippedLocale): Promise<void> {
  const translation = await loadCommentTranslation(locale);
  if (translation) texts.add(locale, translation);
}
