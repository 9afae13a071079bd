import {
  clampChroma,
  converter,
  differenceEuclidean,
  formatHex,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeP3,
  modeRgb,
  modeXyz50,
  modeXyz65,
  parse,
  useMode as addMode,
  wcagContrast,
} from 'culori/fn';

// What a colour may be written as, and OKLCH, in which steps of lightness look like steps.
for (const mode of [
  modeRgb,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeP3,
  modeXyz50,
  modeXyz65,
])
  addMode(mode);
const toOklch = converter('oklch');
const difference = differenceEuclidean('oklab');

/** A colour by lightness (0 to 1), chroma (0 to some 0.4) and hue (degrees), as OKLCH has them. */
export interface Color {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/**
 * Reads a colour as CSS writes it; undefined for what is none. Functions of several colours, such as `color-mix`, are
 * not read.
 */
export function readColor(text: string | null | undefined): Color | undefined {
  const parsed = text == null ? undefined : parse(text.trim().toLowerCase());
  if (!parsed) return undefined;
  const { l = 0, c = 0, h = 0 } = toOklch(parsed);
  return Number.isFinite(l) && Number.isFinite(c) ? { l, c, h } : undefined;
}

/** The nearest colour that a screen shows, as `#rrggbb`. */
export function toHex({ l, c, h }: Color): string {
  const shown = { mode: 'oklch' as const, l: Math.min(1, Math.max(0, l)), c: Math.max(0, c), h };
  return formatHex(clampChroma(shown, 'oklch'));
}

/** How well two colours are told apart, from 1 to 21; a text of usual size needs 4.5. */
export function contrastOf(one: Color, other: Color): number {
  return wcagContrast(toHex(one), toHex(other));
}

/**
 * The colour, lighter or darker as far as needed for a contrast with every ground; the best there is where none has it.
 */
export function readableOn(color: Color, grounds: readonly Color[], ratio = 4.5): Color {
  const worst = (candidate: Color) => Math.min(...grounds.map((ground) => contrastOf(candidate, ground)));
  const isLight = grounds.every(({ l }) => l > 0.5);
  for (let l = color.l; l >= 0 && l <= 1; l += isLight ? -0.01 : 0.01) {
    const candidate = { ...color, l };
    if (worst(candidate) >= ratio) return candidate;
  }
  return { l: isLight ? 0 : 1, c: 0, h: 0 };
}

/** A colour between two, by how far it is from the first: 0 to 1. */
export function mixColors(one: Color, other: Color, share: number): Color {
  const part = (name: 'l' | 'c') => one[name] + (other[name] - one[name]) * share;
  // Greys have no hue of their own.
  const turn = ((((other.h - one.h) % 360) + 540) % 360) - 180;
  const h = one.c < 0.01 ? other.h : other.c < 0.01 ? one.h : one.h + turn * share;
  return { l: part('l'), c: part('c'), h };
}

/** How far two colours are apart for the eye, from 0 to some 1; below 0.02 they are the same to most people. */
export function differenceOf(one: Color, other: Color): number {
  return difference({ mode: 'oklch', ...one }, { mode: 'oklch', ...other });
}
