import type { AppTheme } from '@oriel/contract';
import { deriveLook, type Scheme } from '@oriel/dashboard/account-look';
import { contrastOf, readColor } from '@oriel/dashboard/colors';

/** The theme with what older clients read: the colours of light and dark that follow from its palette. */
export function withSchemes(theme: AppTheme): AppTheme {
  const schemeOf = (scheme: Scheme) => {
    const { accent, page, text } = deriveLook(theme, scheme);
    const contrast = theme.palette.contrastLevel ?? theme[scheme].contrast;
    return {
      accentColor: accent,
      backgroundColor: page,
      foregroundColor: text,
      contrast,
      logoUrl: theme.logoUrl,
    };
  };
  return { ...theme, light: schemeOf('light'), dark: schemeOf('dark') };
}

/** A colour of a theme that is hard to see on its grounds. */
interface ContrastWarning {
  readonly scheme: Scheme;
  /** From 1 to 21; marks and buttons need 3. */
  readonly contrast: number;
}

const NEEDED = 3;

/**
 * Where the accent, which is drawn as it is given, is too close to what it lies on. Texts are made readable by
 * themselves.
 */
export function contrastWarnings(theme: AppTheme): ContrastWarning[] {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const { accent, surface } = deriveLook(theme, scheme);
    const contrast = contrastBetween(accent, surface);
    return contrast < NEEDED ? [{ scheme, contrast }] : [];
  });
}

function contrastBetween(one: string, other: string): number {
  const [a, b] = [readColor(one), readColor(other)];
  return a && b ? contrastOf(a, b) : 1;
}

/** Whether a text is left empty or is a colour. */
export const isColorOrNothing = (text: string): boolean =>
  text.trim() === '' || readColor(text) !== undefined;

/** The theme that an account without one begins with: the look of the product. */
export const startingTheme: AppTheme = withSchemes({
  logoUrl: '',
  palette: { accent: { color: '#3657d6' }, contrastLevel: 50, surfaceMode: 'neutral' },
  light: {
    accentColor: '#3657d6',
    backgroundColor: '#f6f7f9',
    foregroundColor: '#1c2230',
    contrast: 50,
    logoUrl: '',
  },
  dark: {
    accentColor: '#7c96ff',
    backgroundColor: '#14161a',
    foregroundColor: '#eceef2',
    contrast: 50,
    logoUrl: '',
  },
});
