import { pageLanguage } from '../../messages/language.ts';

/** A day in the page's language and the viewer's zone, as in `Nov 21, 2026`. */
export function formatDay(time: string): string {
  return new Date(time).toLocaleDateString(pageLanguage(), { dateStyle: 'medium' });
}

/** A time to the minute in the page's language and the viewer's zone. */
export function formatTime(time: string): string {
  return new Date(time).toLocaleString(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** A whole number with the separators of the page's language. */
export function formatCount(count: number): string {
  return count.toLocaleString(pageLanguage());
}
