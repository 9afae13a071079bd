import type { ShippedLocale } from '@oriel/embed';
import { sessionEnglish } from '../../messages/english/session-english.ts';
import type { SessionProblem } from './session.ts';

/** Says in place of the surface why it cannot be shown. @returns the sentence */
export async function showProblem(problem: SessionProblem, locale: ShippedLocale): Promise<string> {
  const message = await sessionText(problem, locale);
  showText(message);
  return message;
}

/** The text of a problem in the page's language; in English where the texts cannot be loaded. */
export async function sessionText(
  problem: keyof typeof sessionEnglish,
  locale: ShippedLocale,
): Promise<string> {
  return import('./session-text.ts').then(
    (loaded) => loaded.sessionText(problem, locale),
    () => sessionEnglish[problem],
  );
}

/**
 * Puts a sentence in the place of the surface. What still draws there draws into an element that is on no page any
 * more.
 */
export function showText(message: string): void {
  const text = Object.assign(document.createElement('p'), { textContent: message });
  text.setAttribute('role', 'alert');
  const place = document.querySelector('#root');
  const empty = place?.cloneNode(false) as Element | undefined;
  empty?.replaceChildren(text);
  if (empty) place?.replaceWith(empty);
}
