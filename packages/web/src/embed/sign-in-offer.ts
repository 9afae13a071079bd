import type { ShippedLocale } from '@oriel/embed';
import { prepareSignIn, type SignIn } from './private-sign-in.ts';
import { sessionText, showText } from './problem-page.ts';
import type { Token } from './token-claims.ts';

/** What a viewer may do who is not signed in. */
export interface SignInOffer {
  locale: ShippedLocale;
  /** Where the surface can be seen outside the frame; undefined where it is not framed. */
  ownWindow: string | undefined;
  /** The viewer has signed in: with the token of the window, or without one elsewhere in this browser. */
  onSignedIn(token: Token | undefined): void;
}

/** In place of the surface: signing in is for a window of its own, for no page may frame it. */
export async function offerSignIn({ locale, ownWindow, onSignedIn }: SignInOffer): Promise<void> {
  const [message, again, own] = await Promise.all(
    (['signIn', 'again', 'ownWindow'] as const).map((key) => sessionText(key, locale)),
  );
  showText(message ?? '');
  const end = new AbortController();
  const finish = (token: Token | undefined) => {
    end.abort();
    onSignedIn(token);
  };
  // Who has signed in on a page beside this one comes back, where the cookie reaches the frame.
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && finish(undefined),
    { signal: end.signal },
  );
  const actions = await signInActions(locale, finish, end.signal);
  const retry = Object.assign(document.createElement('button'), { type: 'button', textContent: again });
  retry.addEventListener('click', () => finish(undefined), { signal: end.signal });
  actions.append(retry);
  if (ownWindow !== undefined) actions.append(windowLink(ownWindow, own ?? ''));
  if (!end.signal.aborted) document.querySelector('#root')?.append(actions);
}

/** Above a surface that is shown: the sign-in has ended, and what is there goes on with another one. */
export async function offerSignInAgain(
  locale: ShippedLocale,
  onSignedIn: (token: Token) => void,
): Promise<void> {
  const end = new AbortController();
  const bar = document.createElement('div');
  const message = await sessionText('signIn', locale);
  const finish = (token: Token) => {
    end.abort();
    bar.remove();
    onSignedIn(token);
  };
  bar.className = 'sign-in-bar';
  const text = Object.assign(document.createElement('p'), { textContent: message });
  text.setAttribute('role', 'alert');
  bar.append(text, await signInActions(locale, finish, end.signal));
  document.body.prepend(bar);
}

/** The button, and a line for what became of the last try. */
async function signInActions(
  locale: ShippedLocale,
  onToken: (token: Token) => void,
  signal: AbortSignal,
): Promise<HTMLElement> {
  const [label, blocked] = await Promise.all([
    sessionText('signInLink', locale),
    sessionText('blocked', locale),
  ]);
  const actions = Object.assign(document.createElement('div'), { className: 'sign-in' });
  let next: SignIn | undefined = await prepareSignIn(locale);
  if (!next) {
    actions.append(windowLink('/sign-in', label));
    return actions;
  }
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
  const tryOnce = async () => {
    const signIn = next;
    if (!signIn) return;
    // Each try has a secret of its own.
    next = undefined;
    status.textContent = '';
    const outcome = await signIn();
    next = await prepareSignIn(locale);
    if (signal.aborted) return;
    if ('token' in outcome) onToken(outcome.token);
    else if (outcome.problem === 'blocked') status.textContent = blocked;
  };
  button.addEventListener('click', () => void tryOnce(), { signal });
  actions.append(button, status);
  return actions;
}

function windowLink(href: string, textContent: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, textContent, target: '_blank', rel: 'noopener' });
}
