import { inEachLanguage } from './each-language.ts';
import { prepareSignIn, type SignIn } from './private-sign-in.ts';
import { showText } from './problem-page.ts';
import type { SurfacePreferences } from './surface-preferences.ts';
import type { Token } from './token-claims.ts';

/** What a viewer may do who is not signed in. */
export interface SignInOffer {
  /** The language and the look of the page, which the host may change meanwhile. */
  preferences: SurfacePreferences;
  /** Where the surface can be seen outside the frame; undefined where it is not framed. */
  ownWindow: string | undefined;
  /** The viewer has signed in: with the token of the window, or without one elsewhere in this browser. */
  onSignedIn(token: Token | undefined): void;
}

/** In place of the surface: signing in is for a window of its own, for no page may frame it. */
export async function offerSignIn({ preferences, ownWindow, onSignedIn }: SignInOffer): Promise<void> {
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
  const actions = await signInActions(preferences, finish, end.signal);
  const retry = makeButton();
  retry.addEventListener('click', () => finish(undefined), { signal: end.signal });
  const own = ownWindow === undefined ? undefined : windowLink(ownWindow);
  await inEachLanguage(
    preferences,
    end.signal,
    ['signIn', 'again', 'ownWindow'],
    ([message, again, open]) => {
      const { activeElement } = document;
      showText(message);
      retry.textContent = again;
      if (own) own.textContent = open;
      actions.element.append(retry, ...(own ? [own] : []));
      document.querySelector('#root')?.append(actions.element);
      // What is put in anew has lost it.
      if (activeElement instanceof HTMLElement && actions.element.contains(activeElement))
        activeElement.focus();
    },
  );
}

/** Above a surface that is shown: the sign-in has ended, and what is there goes on with another one. */
export async function offerSignInAgain(
  preferences: SurfacePreferences,
  onSignedIn: (token: Token) => void,
): Promise<void> {
  const end = new AbortController();
  const bar = document.createElement('div');
  const finish = (token: Token) => {
    end.abort();
    bar.remove();
    onSignedIn(token);
  };
  bar.className = 'sign-in-bar';
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  const actions = await signInActions(preferences, finish, end.signal);
  bar.append(text, actions.element);
  await inEachLanguage(preferences, end.signal, ['signIn'], ([message]) => {
    text.textContent = message;
    document.body.prepend(bar);
  });
}

/** The button, and a line for what became of the last try. */
async function signInActions(
  preferences: SurfacePreferences,
  onToken: (token: Token) => void,
  signal: AbortSignal,
): Promise<{ readonly element: HTMLElement }> {
  const element = Object.assign(document.createElement('div'), { className: 'sign-in' });
  let next: SignIn | undefined = await prepareSignIn(preferences);
  if (!next) {
    const link = windowLink('/sign-in');
    element.append(link);
    await inEachLanguage(preferences, signal, ['signInLink'], ([label]) => {
      link.textContent = label;
    });
    return { element };
  }
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const button = makeButton();
  button.dataset['kind'] = 'first';
  let isBlocked = false;
  let blocked = '';
  const say = () => {
    status.textContent = isBlocked ? blocked : '';
  };
  const tryOnce = async () => {
    const signIn = next;
    if (!signIn) return;
    // Each try has a secret of its own.
    next = undefined;
    isBlocked = false;
    say();
    const outcome = await signIn();
    next = await prepareSignIn(preferences);
    if (signal.aborted) return;
    if ('token' in outcome) return onToken(outcome.token);
    isBlocked = outcome.problem === 'blocked';
    say();
  };
  button.addEventListener('click', () => void tryOnce(), { signal });
  element.append(button, status);
  await inEachLanguage(preferences, signal, ['signInLink', 'blocked'], ([label, text]) => {
    button.textContent = label;
    blocked = text;
    say();
  });
  return { element };
}

const makeButton = () => Object.assign(document.createElement('button'), { type: 'button' });

function windowLink(href: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, target: '_blank', rel: 'noopener' });
}
