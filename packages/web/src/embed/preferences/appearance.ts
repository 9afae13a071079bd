import { resolveLocale, type ShippedLocale } from '@oriel/embed';
import { loadTranslation } from '../../messages/dashboard-languages/index.ts';
import type { SchemeChoice } from './preferences.ts';
import { checkChatTheme, checkTheme, type HostChatTheme, type HostTheme } from './host-theme.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** Shows the page in a colour scheme; `auto` follows the viewer's system. */
export function applyScheme(choice: SchemeChoice): SchemeChoice {
  document.documentElement.dataset['scheme'] = choice === 'auto' ? (dark.matches ? 'dark' : 'light') : choice;
  return choice;
}

/** The scheme that the page is shown in. */
export function shownScheme(): 'light' | 'dark' {
  return document.documentElement.dataset['scheme'] === 'dark' ? 'dark' : 'light';
}

export function watchScheme(onChange: () => void): void {
  dark.addEventListener('change', onChange);
}

/** The locale of the page's texts; `en-US` until another is applied. */
let locale: ShippedLocale = 'en-US';
export const shownLocale = (): ShippedLocale => locale;

/**
 * Shows the page in a language: its texts in the locale that they exist in, numbers and dates as the region writes them
 * that was asked for (`de-AT` has the texts of `de-DE`). The texts begin to load.
 *
 * @param tag a language tag; undefined is English
 */
export function applyLocale(tag: string | undefined): void {
  const wanted = tag ?? 'en-US';
  locale = resolveLocale(wanted) ?? 'en-US';
  const { dataset } = document.documentElement;
  document.documentElement.lang = locale;
  // A browser knows those that texts exist in, and needs tens of milliseconds to say so for the first time.
  dataset['locale'] =
    locale === wanted ? wanted : (Intl.NumberFormat.supportedLocalesOf(wanted)[0] ?? locale);
  // The view waits for the same answer, and draws in English without it.
  loadTranslation(locale).catch(() => undefined);
}

/**
 * Takes over the colours and font of a theme; null gives a value back, what is absent stays.
 *
 * @returns what is wrong with the values that cannot be used; they are left out
 */
export function applyTheme(wanted: HostTheme & HostChatTheme): readonly string[] {
  const supports = (property: string, value: string) => CSS.supports(property, value);
  const { theme, problems } = checkTheme(wanted, supports);
  const chat = checkChatTheme(wanted, supports);
  const { primaryColor, font, borderRadius } = theme;
  const { style } = document.documentElement;
  const set = (name: string, value: string | null | undefined) => {
    if (value === null) style.removeProperty(name);
    else if (value !== undefined) style.setProperty(name, value);
  };
  set('--host-accent', primaryColor);
  set('--host-font', font);
  set('--host-radius', typeof borderRadius === 'number' ? `${borderRadius}px` : borderRadius);
  for (const [property, color] of chat.colors) {
    set(property, color);
    const ground = GROUNDS[property];
    if (ground) setGround(ground, color);
  }
  return [...problems, ...chat.problems];
}

/** The grounds of the chat that a host may colour, as the attributes of the page that say what can be read on them. */
const GROUNDS: Readonly<Record<string, string>> = {
  '--host-chat-background': 'chatGround',
  '--host-chat-input-background': 'chatInputGround',
};

function setGround(name: string, color: string | null): void {
  const { dataset } = document.documentElement;
  const ground = color === null ? undefined : groundOf(color);
  if (ground) dataset[name] = ground;
  else Reflect.deleteProperty(dataset, name);
}

/**
 * Whether light or dark texts are read on a colour, of which a canvas knows every notation; undefined where it shows
 * what lies below.
 */
function groundOf(color: string): 'light' | 'dark' | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return undefined;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  if (alpha < 128) return undefined;
  const linear = (channel: number) => (channel / 255) ** 2.2;
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  // Where black and white have the same contrast.
  return luminance > 0.18 ? 'light' : 'dark';
}
