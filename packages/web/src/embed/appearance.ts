import type { EmbedTheme } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';

export type SchemeChoice = 'light' | 'dark' | 'auto';

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

/** Writes numbers and dates as the first of the languages does that the browser knows; without one nothing changes. */
export function applyLocale(languages: readonly (string | null)[]): void {
  const [known] = languages.flatMap((language) => (language ? supportedLocales(language) : []));
  if (known !== undefined) document.documentElement.dataset['locale'] = known;
}

function supportedLocales(language: string): string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language);
  } catch {
    return []; // not a language tag at all
  }
}

/** Takes over the colours and font of a theme; null gives a value back, what is absent or no CSS value stays. */
export function applyTheme({
  primaryColor,
  font,
  borderRadius,
}: Pick<EmbedTheme, 'primaryColor' | 'font' | 'borderRadius'>): void {
  const { style } = document.documentElement;
  const set = (name: string, value: string | null | undefined) => {
    if (value === null) style.removeProperty(name);
    else if (value !== undefined && isCssValue(value)) style.setProperty(name, value);
  };
  set('--host-accent', primaryColor);
  set('--host-font', font);
  set(
    '--host-radius',
    borderRadius === undefined || borderRadius === null ? borderRadius : `${borderRadius}px`,
  );
}
