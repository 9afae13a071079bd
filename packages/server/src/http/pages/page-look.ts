import type { AppTheme } from '@oriel/contract';
import { deriveLook, type Scheme } from '@oriel/dashboard/account-look';

/**
 * Writes the ground and the quiet text of an account's look into a page, which has them before its program says more.
 */
export function withLook(html: string, theme: AppTheme): string {
  const dark = `{${propertiesOf(theme, 'dark')}}`;
  const style = [
    `:root{${propertiesOf(theme, 'light')}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-scheme])${dark}}`,
    `:root[data-scheme=dark]${dark}`,
  ].join('');
  return html.replace('</head>', `<style>${style}</style></head>`);
}

/** Only colours as `#rrggbb` come out of a theme here: nothing that was stored could end the element. */
function propertiesOf(theme: AppTheme, scheme: Scheme): string {
  const { page, muted } = deriveLook(theme, scheme);
  return `--account-page:${page};--account-muted:${muted}`;
}
