import { EMBED_SIGN_IN_PATH } from './sign-in-language.ts';

/**
 * The colour scheme of the frame for which a user signs in, which its window has as well; undefined where nobody has
 * said one, as in the console, which is shown as its user has chosen.
 */
export function signInScheme({ pathname, search }: URL | Location): 'light' | 'dark' | undefined {
  const parameters = new URLSearchParams(search);
  if (pathname === EMBED_SIGN_IN_PATH) {
    const scheme = parameters.get('colorScheme');
    return scheme === 'light' || scheme === 'dark' ? scheme : undefined;
  }
  if (!/^\/sign-in(\/|$)/.test(pathname)) return undefined;
  // Any origin will do: what counts is the path.
  const back = URL.parse(parameters.get('from') ?? '', 'https://console.invalid');
  return back?.pathname === EMBED_SIGN_IN_PATH ? signInScheme(back) : undefined;
}
