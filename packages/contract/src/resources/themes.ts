import { CSS_VALUE_PATTERN } from '../css-value.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { describe, input, nullish, openInput, text, type Static } from '../schema.ts';

/* The looks that a dashboard may have, in CSS values. What is left out comes from the account. */

const css = (description: string, example: string) =>
  nullish(text(description, { maxLength: MAX_NAME_LENGTH, pattern: CSS_VALUE_PATTERN, example }));

/** What every surface has. */
const surface = { backgroundColor: css('Background.', '#ffffff'), padding: css('Padding.', '12px') };

/** What every text has. */
const lettering = { color: css('Colour.', '#222222'), fontFamily: css('Font.', 'Inter') };

export const ThemeBorder = input('A border, in CSS values.', {
  color: css('Colour.', '#dddddd'),
  radius: css('Corner radius.', '8px'),
  style: css('Style of the line.', 'solid'),
  width: css('Width of the line.', '1px'),
});
export type ThemeBorder = Static<typeof ThemeBorder>;

export const ThemeTitle = input('A title, in CSS values.', {
  ...lettering,
  fontSize: css('Size.', '14px'),
  fontWeight: css('Weight.', '600'),
});
export type ThemeTitle = Static<typeof ThemeTitle>;

export const ControlThemeSectionInput = input('The look of filters and other controls.', {
  ...surface,
  border: nullish(describe(ThemeBorder, 'Border.')),
  title: nullish(describe(ThemeTitle, 'Label.')),
});
export type ControlThemeSectionInput = Static<typeof ControlThemeSectionInput>;

export const DashboardThemeSectionInput = input('The look of the page.', surface);
export type DashboardThemeSectionInput = Static<typeof DashboardThemeSectionInput>;

export const WidgetThemeTextSectionInput = input('The look of texts in widgets.', {
  ...lettering,
  secondaryColor: css('Colour of what matters less.', '#777777'),
  codeFontFamily: css('Font of code.', 'monospace'),
});
export type WidgetThemeTextSectionInput = Static<typeof WidgetThemeTextSectionInput>;

export const WidgetThemeSectionInput = input('The look of widgets.', {
  ...surface,
  margin: css('Margin.', '0'),
  border: nullish(describe(ThemeBorder, 'Border.')),
  text: nullish(describe(WidgetThemeTextSectionInput, 'Texts.')),
  title: nullish(describe(ThemeTitle, 'Title.')),
});
export type WidgetThemeSectionInput = Static<typeof WidgetThemeSectionInput>;

export const DashboardThemeInput = openInput(
  'The look of a dashboard; what is left out comes from the account. Fields beside these are kept, and have no effect.',
  {
    themeId: nullish(text('Id of a theme of the account that this one begins with.')),
    primaryColor: css('Colour of what stands out.', '#4f46e5'),
    backgroundColor: css('Background of the page.', '#ffffff'),
    fontFamily: css('Font.', 'Inter'),
    dashboard: nullish(describe(DashboardThemeSectionInput, 'The page.')),
    widgets: nullish(describe(WidgetThemeSectionInput, 'Widgets.')),
    controls: nullish(describe(ControlThemeSectionInput, 'Controls.')),
  },
);
export type DashboardThemeInput = Static<typeof DashboardThemeInput>;
