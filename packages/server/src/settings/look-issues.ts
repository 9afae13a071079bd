import type { AppTheme, FieldIssue, UpdateAppConfigInput } from '@oriel/contract';

/*
 * What no page could draw of an account's looks. The schemas keep out what is no CSS value; here is what depends on more than
 * one value, and whether a colour is one.
 */

type Looks = Pick<UpdateAppConfigInput, 'appTheme' | 'chartPalettes' | 'dashboardThemes'>;

/** Finds colours that are none, fonts that are not there, and ids and defaults that are there twice. */
export async function findLookIssues(looks: Looks): Promise<FieldIssue[]> {
  const { appTheme, chartPalettes, dashboardThemes } = looks;
  if (!appTheme && !chartPalettes && !dashboardThemes) return [];
  // Only a change of looks needs to know colours.
  const { readColor } = await import('@oriel/dashboard/colors');
  const colors = [...(appTheme ? themeColors(appTheme) : []), ...paletteColors(chartPalettes ?? [])];
  return [
    ...colors
      .filter(([, color]) => color != null && !readColor(color))
      .map(([path]) => ({ path, message: 'must be one colour, such as #4f46e5, hsl(243 75% 59%) or teal' })),
    ...(appTheme ? fontIssues(appTheme) : []),
    ...repeatedIds('chartPalettes', chartPalettes ?? []),
    ...repeatedIds('dashboardThemes', dashboardThemes ?? []),
    ...repeatedDefaults(chartPalettes ?? []),
  ];
}

type ColorAt = readonly [path: string, color: string | null | undefined];

function themeColors({ palette, light, dark }: AppTheme): ColorAt[] {
  const { danger, warning, success, note } = palette.themes ?? {};
  const seeds = { accent: palette.accent, base: palette.base };
  const meanings = { danger, warning, success, note };
  return [
    ...Object.entries(seeds).map(([name, seed]) => [`appTheme.palette.${name}.color`, seed?.color] as const),
    ...Object.entries(meanings).map(
      ([name, seed]) => [`appTheme.palette.themes.${name}.color`, seed?.color] as const,
    ),
    ...Object.entries({ light, dark }).flatMap(([name, scheme]) =>
      (['accentColor', 'backgroundColor', 'foregroundColor'] as const).map(
        (field) => [`appTheme.${name}.${field}`, scheme[field]] as const,
      ),
    ),
  ];
}

const paletteColors = (palettes: NonNullable<Looks['chartPalettes']>): ColorAt[] =>
  palettes.flatMap(({ colors }, index) =>
    colors.map((color, place) => [`chartPalettes[${index}].colors[${place}]`, color] as const),
  );

function fontIssues({ typography }: AppTheme): FieldIssue[] {
  if (!typography) return [];
  const ids = new Set(typography.fonts.map(({ id }) => id));
  const unknown = (['body', 'heading'] as const).filter((use) => !ids.has(typography[use].fontRef));
  return unknown.map((use) => ({
    path: `appTheme.typography.${use}.fontRef`,
    message: 'must be the id of one of the fonts of the theme',
  }));
}

function repeatedIds(path: string, entries: readonly { id: string }[]): FieldIssue[] {
  const first = new Map(entries.map(({ id }, index) => [id, index] as const).toReversed());
  return entries.flatMap(({ id }, index) =>
    first.get(id) === index ? [] : [{ path: `${path}[${index}].id`, message: 'is there twice' }],
  );
}

function repeatedDefaults(palettes: NonNullable<Looks['chartPalettes']>): FieldIssue[] {
  const isDefault = palettes.map((palette) => (palette.isDefault === true ? palette.kind : undefined));
  return isDefault.flatMap((kind, index) =>
    kind === undefined || isDefault.indexOf(kind) === index
      ? []
      : [{ path: `chartPalettes[${index}].isDefault`, message: `another ${kind} palette is the default` }],
  );
}
