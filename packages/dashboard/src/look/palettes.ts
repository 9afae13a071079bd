import type { ChartPalette } from '@oriel/contract';

/** How a chart's document names a palette of the account, where Vega-Lite takes the name of a scheme. */
const PREFIX = 'palette:';

/** How a document names a palette. */
export const schemeOf = (id: string): string => PREFIX + id;

/** What an author's own data may have any keys of. */
const OPAQUE: ReadonlySet<string> = new Set(['values', 'datasets', 'usermeta']);

/**
 * A chart's document with the colours of the palettes that it names. A palette that is gone is left out, and the chart
 * has the default colours; the schemes of Vega stay.
 */
export function withPalettes<Document>(
  document: Document,
  palettes: readonly Pick<ChartPalette, 'id' | 'colors'>[],
): Document {
  const colorsOf = (name: unknown) => {
    if (typeof name !== 'string' || !name.startsWith(PREFIX)) return undefined;
    return { colors: palettes.find(({ id }) => id === name.slice(PREFIX.length))?.colors };
  };
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
      if (OPAQUE.has(key)) return [[key, value]];
      if (key === 'scheme') {
        const found = colorsOf(nameIn(value));
        if (!found) return [[key, value]];
        return found.colors ? [['range', [...found.colors]]] : [];
      }
      const range = isRangeOfScheme(value) ? colorsOf(nameIn(value.scheme)) : undefined;
      // A range that is a scheme is the list of its colours; a scale has the list beside what else it says.
      if (range && key !== 'scale') return range.colors ? [[key, [...range.colors]]] : [];
      return [[key, visit(value)]];
    });
    return Object.fromEntries(entries);
  };
  // Only values of texts and lists within it change.
  return visit(document) as Document;
}

/** A scheme is a name, or an object with it. */
const nameIn = (scheme: unknown): unknown =>
  typeof scheme === 'object' && scheme !== null && 'name' in scheme ? scheme.name : scheme;

const isRangeOfScheme = (value: unknown): value is { scheme: unknown } =>
  typeof value === 'object' && value !== null && 'scheme' in value;

/** The colours of the palette that charts have by default; undefined for those of the product. */
export function defaultColors(
  palettes: readonly ChartPalette[],
  wanted: ChartPalette['kind'],
): readonly string[] | undefined {
  return palettes.find(({ kind, isDefault }) => kind === wanted && isDefault === true)?.colors;
}
