import type { ShippedLocale } from '@oriel/embed';
import { dashboardEnglish } from './english/dashboard-english.ts';
import { loadTranslation } from './dashboard-languages/index.ts';
import { createTexts } from './texts.ts';

const texts = createTexts('dashboard', { en: dashboardEnglish });

/** The texts of dashboards and reports, wherever they are shown. */
export const { t, find: findText } = texts;

const added = new Set<ShippedLocale>(['en-US']);

/** Whether the texts of a locale are there, so that they can be drawn at once. */
export const hasDashboardTexts = (locale: ShippedLocale): boolean => added.has(locale);

/** Loads the texts of a locale. @throws where they cannot be loaded; English stays */
export async function loadDashboardTexts(locale: ShippedLocale): Promise<void> {
  const translation = await loadTranslation(locale);
  if (translation) texts.add(locale, translation);
  added.add(locale);
}
