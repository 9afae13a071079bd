import type { AppTheme, AppThemeFontRef, ChartPalette } from '@oriel/contract';
import { deriveLook, type Scheme } from './account-look.ts';

/** Colours that a chart has at once where it names no palette. */
const SERIES = 8;

/** What of an account's settings is drawn. */
export interface AccountAppearance {
  /** Absent: the look of the product. */
  readonly theme?: AppTheme | null | undefined;
  readonly palettes?: readonly ChartPalette[] | undefined;
}

/**
 * The look of an account as custom properties of the style sheets (`--account-…`). What a dashboard, a session or the
 * host page asks for goes before it; what the account leaves out keeps the look of the product.
 */
export function accountProperties(
  { theme, palettes = [] }: AccountAppearance,
  scheme: Scheme,
): Record<string, string> {
  return { ...(theme && themeProperties(theme, scheme)), ...seriesProperties(palettes) };
}

function themeProperties(theme: AppTheme, scheme: Scheme): Record<string, string> {
  const { onAccent, accentText, danger, success, ...look } = deriveLook(theme, scheme);
  const colors = { ...look, 'on-accent': onAccent, 'accent-text': accentText, bad: danger, good: success };
  const { body, heading } = theme.typography ?? {};
  return {
    ...named(colors),
    ...(body && named({ font: familyOf(theme, body), 'font-weight': String(body.fontWeight) })),
    ...(heading && {
      ...named({ 'heading-font': familyOf(theme, heading), 'heading-weight': String(heading.fontWeight) }),
    }),
  };
}

/** The colours of the default palette, over and over where it has few. */
function seriesProperties(palettes: readonly ChartPalette[]): Record<string, string> {
  const colors = palettes.find(({ kind, isDefault }) => kind === 'categorical' && isDefault)?.colors ?? [];
  if (colors.length === 0) return {};
  const count = Math.max(SERIES, colors.length);
  return named(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`series-${index + 1}`, colors[index % colors.length]]),
    ),
  );
}

/** The families of a font: its own, then the system's. */
function familyOf(theme: AppTheme, { fontRef }: AppThemeFontRef): string {
  return `${quoted(fontFamily(theme, fontRef))}, ui-sans-serif, system-ui, sans-serif`;
}

/** The name under which pages know a font of the theme. */
export function fontFamily({ typography }: AppTheme, id: string): string {
  const font = typography?.fonts.find((entry) => entry.id === id);
  return font?.family || font?.name || id;
}

/** As a string of CSS; what would end it, or begin an escape, is left out. */
const quoted = (family: string) => `"${family.replaceAll(/["\\\p{Cc}]/gu, '')}"`;

const named = (values: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[`--account-${name}`, value]],
    ),
  );
