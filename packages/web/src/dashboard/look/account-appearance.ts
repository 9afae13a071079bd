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
 * Loads the fonts of a theme that the page has not loaded yet. A font that does not come, or that the page's policy
 * does not know yet, leaves texts in the fonts of the system.
 *
 * @returns whether there are new ones, so that what is painted on a canvas is painted again
 */
export async function loadFonts(theme: AppTheme | null | undefined): Promise<boolean> {
  const { fonts = [], body, heading } = theme?.typography ?? {};
  if (!theme || !body || !heading) return false;
  const uses = [body, heading];
  const wanted = fonts.filter(({ id, url }) => uses.some(({ fontRef }) => fontRef === id) && !asked.has(url));
  const loaded = await Promise.allSettled(
    wanted.map(async ({ id, url, format }) => {
      asked.add(url);
      const family = fontFamily(theme, id);
      const weights = uses.filter(({ fontRef }) => fontRef === id).map(({ fontWeight }) => fontWeight);
      await (format === 'css' ? loadSheet(url, family, weights) : loadFile(url, family));
    }),
  );
  return loaded.some(({ status }) => status === 'fulfilled');
}

async function loadFile(url: string, family: string): Promise<void> {
  // One file may hold every weight.
  const face = new FontFace(family, `url(${JSON.stringify(url)})`, { weight: '1 1000' });
  document.fonts.add(await face.load());
}

/**
 * The server has read the font faces of stylesheets, and hands out those alone. What the texts need of them is loaded
 * by the browser.
 */
async function loadSheet(url: string, family: string, weights: readonly number[]): Promise<void> {
  const link = document.createElement('link');
  // Another stylesheet is another address: the one before may be kept by the browser.
  Object.assign(link, { rel: 'stylesheet', href: `/embed/fonts.css?of=${encodeURIComponent(url)}` });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(link);
  });
  await Promise.all(weights.map((weight) => document.fonts.load(`${weight} 16px ${JSON.stringify(family)}`)));
}
