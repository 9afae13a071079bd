import type { AppTheme, AppThemePaletteSeed, AppThemeScheme } from '@oriel/contract';
import { contrastOf, mixColors, readableOn, readColor, toHex, type Color } from './colors.ts';

/** Light or dark. */
export type Scheme = 'light' | 'dark';

/** The colours of an account in one scheme, as `#rrggbb`. */
export interface AccountLook {
  /** The ground of a page, the panels on it, and what is under the pointer. */
  readonly page: string;
  readonly surface: string;
  readonly hover: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  /** What stands out, what is read on it, and the same colour as a text. */
  readonly accent: string;
  readonly onAccent: string;
  readonly accentText: string;
  /** What has a meaning, as texts. */
  readonly danger: string;
  readonly warning: string;
  readonly success: string;
  readonly note: string;
  /** The ground of code. */
  readonly code: string;
}

/** What an account that has chosen no accent has. */
const PRODUCT_ACCENT = '#3657d6';
const NEUTRAL_HUE = 265;
const WHITE: Color = { l: 1, c: 0, h: 0 };
const INK: Color = { l: 0.2, c: 0, h: 0 };
const HUES = { danger: 28, warning: 65, success: 155, note: 250 } as const;

/**
 * Derives all colours from the few that an account has chosen. Texts keep a contrast of 4.5 to 1 with every ground,
 * whatever was chosen; an accent that is given as a colour is that colour. Where the palette says nothing of accent or
 * grounds, `light` and `dark` do.
 */
export function deriveLook(theme: AppTheme, scheme: Scheme): AccountLook {
  const accent = softened(accentOf(theme, scheme), theme.palette.pastel === true);
  const { page, surface, text: wanted } = groundsOf(theme, scheme, accent);
  const grounds = [page, surface];
  const text = readableOn(wanted, grounds);
  const contrast = (contrastLevelOf(theme, scheme) - 50) / 50;
  const meaning = (name: keyof typeof HUES) => {
    const seed = theme.palette.themes?.[name];
    const color = seed ? seedColor(seed, scheme) : undefined;
    const usual = { l: scheme === 'light' ? 0.52 : 0.75, c: 0.15, h: HUES[name] };
    return toHex(readableOn(softened(color ?? usual, theme.palette.pastel === true), grounds));
  };
  return {
    page: toHex(page),
    surface: toHex(surface),
    hover: toHex(mixColors(surface, text, 0.06)),
    line: toHex(mixColors(surface, text, 0.13 + 0.07 * contrast)),
    text: toHex(text),
    muted: toHex(readableOn(mixColors(text, page, 0.38 - 0.2 * contrast), grounds)),
    accent: toHex(accent),
    onAccent: toHex(contrastOf(WHITE, accent) >= contrastOf(INK, accent) ? WHITE : INK),
    accentText: toHex(readableOn(accent, grounds)),
    danger: meaning('danger'),
    warning: meaning('warning'),
    success: meaning('success'),
    note: meaning('note'),
    code: toHex(codeGround(theme, surface, text, accent)),
  };
}

function accentOf(theme: AppTheme, scheme: Scheme): Color {
  const { accent } = theme.palette;
  const seeded = accent ? seedColor(accent, scheme) : undefined;
  return seeded ?? readColor(theme[scheme].accentColor) ?? readColor(PRODUCT_ACCENT) ?? INK;
}

/** A seed as a colour: lighter on dark grounds, where the same colour would not stand out. */
function seedColor({ color, hue, saturation }: AppThemePaletteSeed, scheme: Scheme): Color | undefined {
  const given = readColor(color);
  if (!given && hue == null && saturation == null) return undefined;
  const base = given ?? { l: 0.52, c: 0.16, h: NEUTRAL_HUE };
  const c = saturation == null ? base.c : (saturation / 100) * 0.22;
  const seeded = { l: base.l, c, h: hue ?? base.h };
  return scheme === 'light' ? seeded : { ...seeded, l: Math.max(seeded.l, 0.7), c: Math.min(c, 0.17) };
}

const softened = (color: Color, isPastel: boolean): Color =>
  isPastel ? { ...color, l: color.l + (0.78 - color.l) * 0.5, c: color.c * 0.6 } : color;

/** Grounds and text. Without a base, a contrast or a mode in the palette they are those of `light` and `dark`. */
function groundsOf(theme: AppTheme, scheme: Scheme, accent: Color) {
  const { base, surfaceMode, contrastLevel } = theme.palette;
  if (!base && surfaceMode == null && contrastLevel == null) {
    const stated = statedGrounds(theme[scheme], scheme);
    if (stated) return stated;
  }
  const tint = tintOf(theme, accent);
  const contrast = (contrastLevelOf(theme, scheme) - 50) / 50;
  const [page, surface, text] =
    scheme === 'light' ? [0.976, 1, 0.26 - 0.12 * contrast] : [0.19, 0.235, 0.93 + 0.06 * contrast];
  const isTinted = tint.c > 0.01;
  return {
    page: { ...tint, l: page },
    surface: { ...tint, l: isTinted && scheme === 'light' ? 0.993 : surface, c: tint.c / 2 },
    text: { ...tint, l: text },
  };
}

function statedGrounds({ backgroundColor, foregroundColor, contrast }: AppThemeScheme, scheme: Scheme) {
  const [page, text] = [readColor(backgroundColor), readColor(foregroundColor)];
  if (!page || !text) return undefined;
  const lift = (scheme === 'light' ? 0.05 : 0.09) * (contrast / 100);
  return { page, text, surface: { ...page, l: Math.min(1, page.l + lift) } };
}

/** How much colour grounds carry, and which. */
function tintOf({ palette: { base, surfaceMode } }: AppTheme, accent: Color): Color {
  const seeded = base ? seedColor(base, 'light') : undefined;
  const own = { l: 0, c: Math.min(seeded?.c ?? 0.004, 0.03), h: seeded?.h ?? NEUTRAL_HUE };
  return surfaceMode === 'tinted' ? { l: 0, c: Math.max(own.c, 0.016), h: accent.h } : own;
}

const contrastLevelOf = ({ palette, ...schemes }: AppTheme, scheme: Scheme) =>
  palette.contrastLevel ?? (palette.base || palette.surfaceMode != null ? 50 : schemes[scheme].contrast);

function codeGround({ palette }: AppTheme, surface: Color, text: Color, accent: Color): Color {
  const ground = mixColors(surface, text, 0.05);
  return { ...ground, c: ((palette.themes?.code?.saturation ?? 20) / 100) * 0.04, h: accent.h };
}
