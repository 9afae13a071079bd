import type { AppState } from './app-protocol.ts';

/** How the page around an app looks and speaks. */
export type AppLook = Pick<AppState, 'locale' | 'scheme' | 'theme'>;

const PROPERTIES = ['page', 'surface', 'text', 'muted', 'line', 'accent', 'good', 'bad'] as const;

/**
 * Reads it from the element around the frame, where what account, dashboard, session and host ask for has come
 * together.
 */
export function lookOf(element: Element): AppLook {
  const style = getComputedStyle(element);
  const colors = PROPERTIES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()] as const);
  return {
    locale: document.documentElement.lang,
    scheme: element.closest('[data-scheme]')?.getAttribute('data-scheme') === 'dark' ? 'dark' : 'light',
    // One value for each of the properties above.
    theme: { ...Object.fromEntries(colors), font: style.fontFamily } as AppLook['theme'],
  };
}
