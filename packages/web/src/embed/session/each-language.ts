import { sessionText } from './problem-page.ts';
import type { SurfacePreferences } from '../preferences/surface-preferences.ts';

type Key = Parameters<typeof sessionText>[0];

/** Draws texts in the language of the page, now and whenever that changes until the end. */
export async function inEachLanguage<const Keys extends readonly Key[]>(
  preferences: Pick<SurfacePreferences, 'locale' | 'subscribe'>,
  signal: AbortSignal,
  keys: Keys,
  draw: (texts: { readonly [I in keyof Keys]: string }) => void,
): Promise<void> {
  const redraw = async () => {
    const { locale } = preferences;
    const texts = await Promise.all(keys.map((key) => sessionText(key, locale)));
    if (signal.aborted || locale !== preferences.locale) return;
    draw(texts as { readonly [I in keyof Keys]: string });
  };
  const unsubscribe = preferences.subscribe((change) => change === 'locale' && void redraw());
  signal.addEventListener('abort', unsubscribe);
  await redraw();
}
