import { resolveLocale, type ShippedLocale } from '@oriel/embed';
import { dashboardEnglish } from './messages/english/dashboard-english.ts';
import { loadTranslation } from './messages/dashboard-languages/index.ts';

/*
 * What the server writes a surface's page with: a module of the same build as the pages (`vite.config.ts`), so that the page says that it
 * is loading in the words of its program.
 */

/** The words of the built page, which are English. */
const LANGUAGE = 'lang="en-US"';
const LOADING = `role="status">${dashboardEnglish.loading} …<`;

/**
 * The page in the first of the languages that are shipped, English where none of them is.
 *
 * @param html a built page of a surface
 * @param tags language tags, the first goes before the others
 */
export async function loadingPage(html: string, tags: readonly string[]): Promise<string> {
  const locale = tags.map(resolveLocale).find((found) => found !== undefined) ?? 'en-US';
  return html
    .replace(LANGUAGE, () => `lang="${locale}"`)
    .replace(LOADING, `role="status">${await wordOf(locale)} …<`);
}

async function wordOf(locale: ShippedLocale): Promise<string> {
  return ((await loadTranslation(locale)) ?? dashboardEnglish).loading;
}
