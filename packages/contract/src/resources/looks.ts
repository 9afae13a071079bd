import { CSS_VALUE_PATTERN } from '../values/css-value.ts';
import { MAX_COLOR_LENGTH, MAX_NAME_LENGTH, MAX_PALETTE_COLORS } from '../limits.ts';
import { boolean, describe, input, list, nullish, oneOf, text, type Static } from '../schema.ts';
import { DashboardThemeInput } from './themes.ts';

/* The looks that an account keeps under names, for its charts and its dashboards. */

const slug = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, pattern: '^[a-z0-9][a-z0-9_-]*$', example });
const name = (example: string) =>
  text('Name for display.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example });

export const ChartPaletteKind = oneOf(
  'What its colours tell apart: `categorical` names, `sequential` small from large, `diverging` both sides of a middle.',
  ['categorical', 'sequential', 'diverging'],
);
export type ChartPaletteKind = Static<typeof ChartPaletteKind>;

export const ChartPalette = input(
  'Colours for charts. A chart names it where Vega-Lite names a scheme: `"scale": {"scheme": "palette:brand"}`. A chart that names ' +
    'one that is gone has the default colours.',
  {
    id: slug('Id, unique in the account.', 'brand'),
    name: name('Brand'),
    kind: describe(ChartPaletteKind, 'What its colours tell apart.'),
    colors: list(
      text('A colour in CSS.', {
        maxLength: MAX_COLOR_LENGTH,
        pattern: CSS_VALUE_PATTERN,
        example: '#4f46e5',
      }),
      'The colours, in the order of the values.',
      { minItems: 2, maxItems: MAX_PALETTE_COLORS, example: ['#4f46e5', '#e07b39', '#2a9d8f'] },
    ),
    isDefault: nullish(
      boolean('Whether charts that name no palette have it; one of each kind at most. Default false.'),
    ),
  },
);
export type ChartPalette = Static<typeof ChartPalette>;

export const NamedDashboardTheme = input(
  'A look that dashboards refer to by `themeId`. A dashboard that is published takes it over as it is then.',
  {
    id: slug('Id, unique in the account.', 'quiet'),
    name: name('Quiet'),
    theme: describe(DashboardThemeInput, 'The look; its own `themeId` has no effect.'),
  },
);
export type NamedDashboardTheme = Static<typeof NamedDashboardTheme>;
