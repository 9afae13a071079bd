import type { ShippedLocale } from '@oriel/embed';
import { reportEditorEnglish } from './english/report-editor-english.ts';
import { loadReportEditorTranslation } from './report-editor-languages/index.ts';
import { createTexts } from './texts.ts';

const texts = createTexts('reportEditor', { en: reportEditorEnglish });

/** The texts of the report editor, which is loaded on first use. */
export const { t, find } = texts;

/** Loads the texts of a locale. @throws where they cannot be loaded; English stays */
export async function loadReportEditorTexts(locale: ShippedLocale): Promise<void> {
  const translation = await loadReportEditorTranslation(locale);
  if (translation) texts.add(locale, translation);
}
