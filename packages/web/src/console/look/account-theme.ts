import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import type { AppTheme } from '@oriel/contract';
import { deriveLook, type AccountLook, type Scheme } from '@oriel/dashboard/account-look';
import { accountProperties } from '@oriel/dashboard/account-properties';
import { mixColors, readColor, toHex } from '@oriel/dashboard/colors';

/* What an account's look means for the components of the console. */

/** Its accent and its fonts. */
export function accountTheme(theme: AppTheme): MantineThemeOverride {
  const fonts = accountProperties({ theme }, 'light');
  const [body, heading] = [fonts['--account-font'], fonts['--account-heading-font']];
  const headingWeight = fonts['--account-heading-weight'];
  return createTheme({
    colors: {
      bay: shades(deriveLook(theme, 'light').accent, deriveLook(theme, 'dark').accent),
      gray: lightGreys(deriveLook(theme, 'light')),
      dark: darkGreys(deriveLook(theme, 'dark')),
    },
    // White is not read on every accent.
    autoContrast: true,
    ...(body !== undefined && { fontFamily: body }),
    ...(heading !== undefined &&
      headingWeight !== undefined && { headings: { fontFamily: heading, fontWeight: headingWeight } }),
  });
}

/** From the palest to the darkest, with the accent of dark grounds at 6 and that of light ones at 7. */
function shades(onLight: string, onDark: string): MantineColorsTuple {
  const pale = (share: number) => mixed(onLight, '#ffffff', share);
  const deep = (share: number) => mixed(onLight, '#000000', share);
  return [
    pale(0.92),
    pale(0.82),
    pale(0.66),
    pale(0.5),
    pale(0.36),
    pale(0.22),
    onDark,
    onLight,
    deep(0.12),
    deep(0.24),
  ];
}

/** From the ground of light fields and bars to text. */
function lightGreys({ surface, text }: AccountLook): MantineColorsTuple {
  const grey = (share: number) => mixed(surface, text, share);
  return [
    grey(0.02),
    grey(0.05),
    grey(0.09),
    grey(0.14),
    grey(0.22),
    grey(0.36),
    grey(0.5),
    grey(0.62),
    grey(0.76),
    text,
  ];
}

/** From text to the darkest ground. */
function darkGreys({ page, surface, text, muted }: AccountLook): MantineColorsTuple {
  const grey = (share: number) => mixed(surface, text, share);
  const deepest = mixed(page, '#000000', 0.2);
  return [text, grey(0.75), muted, grey(0.38), grey(0.18), grey(0.11), grey(0.06), surface, page, deepest];
}

function mixed(color: string, other: string, share: number): string {
  const [one, two] = [readColor(color), readColor(other)];
  return one && two ? toHex(mixColors(one, two, share)) : color;
}

/** The grounds, texts and meanings of one scheme, over what the product says. */
export function accountVariables(theme: AppTheme, scheme: Scheme): Record<string, string> {
  const look = deriveLook(theme, scheme);
  const border = mixed(look.surface, look.text, 0.24);
  return {
    '--page-background': look.page,
    '--panel': look.surface,
    '--frame': look.surface,
    '--rule': look.line,
    '--faint-rule': mixed(look.surface, look.line, 0.6),
    '--hover': look.hover,
    '--row-hover': look.hover,
    '--glow': mixed(look.page, look.accent, 0.14),
    '--mantine-color-body': look.surface,
    '--mantine-color-text': look.text,
    '--mantine-color-bright': look.text,
    '--mantine-color-dimmed': look.muted,
    '--mantine-color-placeholder': look.muted,
    '--mantine-color-anchor': look.accentText,
    '--mantine-color-default': look.surface,
    '--mantine-color-default-hover': look.hover,
    '--mantine-color-default-color': look.text,
    '--mantine-color-default-border': border,
    ...tint('primary-color', look.accent, look.accentText),
    ...tint('color-bay', look.accent, look.accentText),
    ...tint('color-red', look.danger, look.danger),
    ...tint('color-orange', look.warning, look.warning),
    ...tint('color-green', look.success, look.success),
    ...tint('color-blue', look.note, look.note),
    '--mantine-color-red-text': look.danger,
    '--mantine-color-error': look.danger,
  };
}

/** A ground of a colour, and the text that is read on it. */
const tint = (name: string, color: string, text: string) => ({
  [`--mantine-${name}-light`]: `color-mix(in srgb, ${color} 10%, transparent)`,
  [`--mantine-${name}-light-hover`]: `color-mix(in srgb, ${color} 16%, transparent)`,
  [`--mantine-${name}-light-color`]: `color-mix(in srgb, ${text}, var(--mantine-color-text) 25%)`,
});
