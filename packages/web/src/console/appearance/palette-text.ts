import type { ChartPalette } from '@oriel/contract';
import { contrastOf, differenceOf, readColor } from '@oriel/dashboard/colors';
import { MAX_PALETTE_COLORS } from '@oriel/contract/limits';
import { t } from '../../messages/console-texts.ts';

/** The colours of a text with one in each line; commas outside of functions part them as well. */
export function readColors(text: string): string[] {
  return text
    .split(/\n|,(?![^(]*\))/)
    .map((color) => color.trim())
    .filter((color) => color !== '');
}

/** Why colours are no palette; undefined where they are one. */
export function paletteFault(colors: readonly string[]): string | undefined {
  const bad = colors.find((color) => !readColor(color));
  if (bad !== undefined) return t('appearance.palettes.bad', { color: bad.slice(0, 60) });
  if (colors.length < 2) return t('appearance.palettes.few');
  if (colors.length > MAX_PALETTE_COLORS) return t('appearance.palettes.many', { max: MAX_PALETTE_COLORS });
  return undefined;
}

const GROUNDS = { light: '#ffffff', dark: '#1d2026' } as const;
/** A chart has lines and labels beside its colours, so less than for texts. */
const SEEN = 2;
/** In OKLab; below it, people tell colours beside each other apart with effort. */
const APART = 0.06;

/**
 * What makes colours hard to tell apart or to see. Scales fade into their ground on purpose, so only names are looked
 * at.
 */
export function paletteWarnings(colors: readonly string[], kind: ChartPalette['kind']): string[] {
  if (kind !== 'categorical') return [];
  const faint = (['light', 'dark'] as const).flatMap((scheme) => {
    const hard = colors.filter((color) => contrastBetween(color, GROUNDS[scheme]) < SEEN);
    const shown = t(`appearance.palettes.${scheme}`);
    return hard.length > 0
      ? [t('appearance.palettes.faint', { colors: hard.join(', '), scheme: shown })]
      : [];
  });
  const alike = colors.flatMap((one, index) =>
    colors
      .slice(index + 1)
      .filter((other) => isAlike(one, other))
      .map((other) => t('appearance.palettes.alike', { one, other })),
  );
  return [...faint, ...alike.slice(0, 3)];
}

function contrastBetween(one: string, other: string): number {
  const [a, b] = [readColor(one), readColor(other)];
  return a && b ? contrastOf(a, b) : Infinity;
}

function isAlike(one: string, other: string): boolean {
  const [a, b] = [readColor(one), readColor(other)];
  return a !== undefined && b !== undefined && differenceOf(a, b) < APART;
}

/** An id by the name, and a number where there is one already. */
export function idFor(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const stem = plain.replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'look';
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? stem : `${stem}-${count}`;
    if (!taken.includes(id)) return id;
  }
}
