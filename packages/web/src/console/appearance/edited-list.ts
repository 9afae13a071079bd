import type { ChartPalette } from '@oriel/contract';

/** The list with an entry in the place of the one of its id, or at the end. */
export function withEntry<Entry extends { id: string }>(entries: readonly Entry[], entry: Entry): Entry[] {
  return entries.some(({ id }) => id === entry.id)
    ? entries.map((known) => (known.id === entry.id ? entry : known))
    : [...entries, entry];
}

/** The list without an entry. */
export function withoutEntry<Entry extends { id: string }>(entries: readonly Entry[], id: string): Entry[] {
  return entries.filter((known) => known.id !== id);
}

/** The palettes with one as the default of its kind, in place of the one that was. */
export function withDefault(palettes: readonly ChartPalette[], id: string): ChartPalette[] {
  const kind = palettes.find((palette) => palette.id === id)?.kind;
  return palettes.map((palette) =>
    palette.kind === kind ? { ...palette, isDefault: palette.id === id } : palette,
  );
}
