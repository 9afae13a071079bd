import { resolveLocale, type ShippedLocale } from '@oriel/embed';
import { showLanguage } from './console-language.ts';

/** The window of a sign-in, which a frame opens. */
export const EMBED_SIGN_IN_PATH = '/embed/sign-in';

/** What the addresses of the way in say of its language. */
interface SignInSearch {
  /** Of the window that a frame has opened: the language of that frame. */
  locale?: string | undefined;
  /** Where the way in leads back to, such as to that window. */
  from?: string | undefined;
}

/**
 * The language of the frame for which a user signs in; undefined where nobody has said one, as in the console, and for
 * a language that there are no texts of.
 */
export function signInLocale({ locale, from }: SignInSearch): ShippedLocale | undefined {
  if (locale !== undefined) return resolveLocale(locale);
  // Any origin will do: what counts is the path.
  const back = URL.parse(from ?? '', 'https://console.invalid');
  if (back?.pathname !== EMBED_SIGN_IN_PATH) return undefined;
  return resolveLocale(back.searchParams.get('locale') ?? '');
}

/** Shows the way in in that language, once its texts have come. */
export async function applySignInLanguage(search: SignInSearch): Promise<void> {
  const locale = signInLocale(search);
  if (locale !== undefined) await showLanguage(locale);
}
