import type { AppTheme } from '@oriel/contract';
import { accountProperties, fontFamily, type AccountAppearance } from '@oriel/dashboard/account-properties';
import type { Scheme } from '@oriel/dashboard/account-look';

const PREFIX = '--account-';

/** Gives an element, and all in it, the look of an account in one scheme, in place of the one that it had. */
export function applyAppearance({ style }: HTMLElement, appearance: AccountAppearance, scheme: Scheme): void {
  const properties = accountProperties(appearance, scheme);
  for (const name of Array.from(style).filter((known) => known.startsWith(PREFIX)))
    if (!(name in properties)) style.removeProperty(name);
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
}

const asked = new Set<string>();

/**
 * Loads the fonts of a theme that the page has not loaded yet. A font that does not come, or that the page's policy does not know
 * yet, leaves texts in the fonts of the system.
 *
 * @returns whether there are new ones, so that what is painted on a canvas is painted again
 */
export async function loadFonts(theme: AppTheme | null | undefined): Promise<boolean> {
  const { fonts = [], body, heading } = theme?.typography ?? {};
  const used = new Set([body?.fontRef, heading?.fontRef]);
  const wanted = fonts.filter(({ id, url }) => used.has(id) && !asked.has(url));
  const loaded = await Promise.allSettled(
    wanted.map(async ({ id, url }) => {
      asked.add(url);
      const family = theme ? fontFamily(theme, id) : id;
      // One file may hold every weight.
      const face = new FontFace(family, `url(${JSON.stringify(url)})`, { weight: '1 1000' });
      document.fonts.add(await face.load());
    }),
  );
  return loaded.some(({ status }) => status === 'fulfilled');
}
