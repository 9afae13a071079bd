import type { ShippedLocale } from '@oriel/embed';
import { dashboardEditorEnglish } from './english/dashboard-editor-english.ts';
import { loadDashboardEditorTranslation } from './dashboard-editor-languages/index.ts';
import { createTexts } from './texts.ts';

const texts = createTexts('dashboard-editor', { en: dashboardEditorEnglish });

/** The texts of the editor of dashboards. */
export const { t } = texts;

/** Loads the texts of a locale. @throws where they cannot be loaded; English stays */
export async function loadDashboardEditorTexts(locale: ShippedLocale): Promise<void> {
  const translation = await loadDashboardEditorTranslation(locale);
  if (translation) texts.add(locale, translation);
}
