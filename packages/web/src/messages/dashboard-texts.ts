import { dashboardEnglish } from './dashboard-english.ts';
import { createTexts } from './texts.ts';

/** The texts of dashboards and reports, wherever they are shown. */
export const { t, find: findText } = createTexts('dashboard', { en: dashboardEnglish });
