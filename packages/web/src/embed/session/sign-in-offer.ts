import { inEachLanguage } from './each-language.ts';
import { prepareSignIn, type SignInProblem } from './private-sign-in.ts';
import { showText } from './problem-page.ts';
import type { SurfacePreferences } from '../preferences/surface-preferences.ts';
import type { Token } from './token-claims.ts';

/** What a viewer may do who is not signed in. */
export interface SignInOffer {
  /** The language and the look of the page, which the host may change meanwhile. */
  preferences: SurfacePreferences;
  /** The address of the surface, for a window outside the frame; undefined where it is not framed. */
  ownWindow: URL | undefined;
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
  const actions = await signInActions(preferences, finish, end.signal);
  // Who has signed in on a page beside this one comes back, where the cookie reaches the frame. On a phone the window
  // of the sign-in hides this page until it closes, so a try that is under way is waited for, and one that has failed
  // is told.
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && !actions.isBusy() && finish(undefined),
    { signal: end.signal },
  );
  const retry = makeButton();
  retry.addEventListener('click', () => finish(undefined), { signal: end.signal });
  const own = ownWindow && windowLink(sameLook(ownWindow, preferences));
  const keepLook = () => {
    if (own && ownWindow) own.href = sameLook(ownWindow, preferences);
  };
  end.signal.addEventListener('abort', preferences.subscribe(keepLook));
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
  await inEachLanguage(preferences, end.signal, ['signInOver'], ([message]) => {
    text.textContent = message;
    document.body.prepend(bar);
  });
}

interface SignInActions {
  readonly element: HTMLElement;
  /** Whether the window is open, what it has handed over is being exchanged, or could not be. */
  isBusy(): boolean;
}

/** The button, and a line for what became of the last try. */
async function signInActions(
  preferences: SurfacePreferences,
  onToken: (token: Token) => void,
  signal: AbortSignal,
): Promise<SignInActions> {
  const element = Object.assign(document.createElement('div'), { className: 'sign-in' });
  let signIn = await prepareSignIn(preferences);
  if (!signIn) {
    const link = windowLink('/sign-in');
    element.append(link);
    await inEachLanguage(preferences, signal, ['signInLink'], ([label]) => {
      link.textContent = label;
    });
    return { element, isBusy: () => false };
  }
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const button = makeButton();
  button.dataset['kind'] = 'first';
  let state: 'waiting' | SignInProblem | undefined;
  let texts: Partial<Record<NonNullable<typeof state>, string>> = {};
  const say = (next = state) => {
    state = next;
    status.textContent = (state && texts[state]) ?? '';
  };
  const tryOnce = async () => {
    // The window may lie behind this one.
    if (state === 'waiting') return signIn?.show();
    say('waiting');
    const outcome = await signIn?.open();
    // Each try has a secret of its own.
    signIn = await prepareSignIn(preferences);
    if (signal.aborted || !outcome) return;
    if ('token' in outcome) return onToken(outcome.token);
    say(outcome.problem);
  };
  button.addEventListener('click', () => void tryOnce(), { signal });
  element.append(button, status);
  await inEachLanguage(
    preferences,
    signal,
    ['signInLink', 'blocked', 'inWindow', 'notHandedOn'],
    ([label, blocked, waiting, refused]) => {
      button.textContent = label;
      texts = { blocked, waiting, refused };
      say();
    },
  );
  return { element, isBusy: () => state === 'waiting' || state === 'refused' };
}

const makeButton = () => Object.assign(document.createElement('button'), { type: 'button' });

/** The address without its session, in the language and the scheme that are shown: the host may have set them. */
function sameLook(address: URL, { locale, scheme }: SurfacePreferences): string {
  const { pathname, searchParams } = new URL(address);
  for (const name of ['session', 'sessionId']) searchParams.delete(name);
  searchParams.set('locale', locale);
  searchParams.set('colorScheme', scheme);
  return `${pathname}?${searchParams}`;
}

function windowLink(href: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, target: '_blank', rel: 'noopener' });
}
