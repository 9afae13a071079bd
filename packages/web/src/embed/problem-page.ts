import type { ShippedLocale } from '@oriel/embed';
import { sessionEnglish } from '../messages/session-english.ts';
import type { SessionProblem } from './session.ts';

/** Says in place of the surface why it cannot be shown. @returns the sentence */
export async function showProblem(problem: SessionProblem, locale: ShippedLocale): Promise<string> {
  const message = await sessionText(problem, locale);
  showText(message);
  return message;
}

/** What a viewer may do who is not signed in. */
export interface SignInOffer {
  locale: ShippedLocale;
  /** Where the surface can be seen outside the frame; undefined where it is not framed. */
  ownWindow: string | undefined;
  /** Looks for the sign-in again. */
  retry(): void;
}

/** Signing in is for a window of its own, for no page may frame the console; who comes back from there is looked for again. */
export async function showSignIn({ locale, ownWindow, retry }: SignInOffer): Promise<void> {
  const [message, signIn, again, own] = await Promise.all(
    (['signIn', 'signInLink', 'again', 'ownWindow'] as const).map((key) => sessionText(key, locale)),
  );
  showText(message ?? '');
  const end = new AbortController();
  const restart = () => {
    end.abort();
    retry();
  };
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: again });
  button.addEventListener('click', restart, { signal: end.signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && restart(), {
    signal: end.signal,
  });
  const actions = Object.assign(document.createElement('p'), { className: 'sign-in' });
  actions.append(windowLink('/sign-in', signIn ?? ''), button);
  if (ownWindow !== undefined) actions.append(windowLink(ownWindow, own ?? ''));
  document.querySelector('#root')?.append(actions);
}

/** The text of a problem in the page's language; in English where the texts cannot be loaded. */
async function sessionText(problem: keyof typeof sessionEnglish, locale: ShippedLocale): Promise<string> {
  return import('./session-text.ts').then(
    (loaded) => loaded.sessionText(problem, locale),
    () => sessionEnglish[problem],
  );
}

function windowLink(href: string, textContent: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, textContent, target: '_blank', rel: 'noopener' });
}

function showText(message: string): void {
  const text = Object.assign(document.createElement('p'), { textContent: message });
  text.setAttribute('role', 'alert');
  document.querySelector('#root')?.replaceChildren(text);
}
