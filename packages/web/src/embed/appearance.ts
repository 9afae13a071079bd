import type { EmbedTheme } from '@oriel/contract';

export type SchemeChoice = 'light' | 'dark' | 'auto';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** Shows the page in a colour scheme; `auto` follows the viewer's system. */
export function applyScheme(choice: SchemeChoice): SchemeChoice {
  document.documentElement.dataset['scheme'] = choice === 'auto' ? (dark.matches ? 'dark' : 'light') : choice;
  return choice;
}

export function watchScheme(onChange: () => void): void {
  dark.addEventListener('change', onChange);
}

/** Takes over the colours and font of a theme; null gives a value back, what is absent stays. */
export function applyTheme({
  primaryColor,
  font,
  borderRadius,
}: Pick<EmbedTheme, 'primaryColor' | 'font' | 'borderRadius'>): void {
  const { style } = document.documentElement;
  const set = (name: string, value: string | null | undefined) => {
    if (value === null) style.removeProperty(name);
    else if (value !== undefined) style.setProperty(name, value);
  };
  set('--accent', primaryColor);
  set('--font', font);
  set('--radius', borderRadius === undefined || borderRadius === null ? borderRadius : `${borderRadius}px`);
}
