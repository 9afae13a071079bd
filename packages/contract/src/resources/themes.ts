import { CSS_VALUE_PATTERN } from '../values/css-value.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { describe, input, nullish, openInput, text, type Static } from '../schema.ts';

/* The looks that a dashboard may have, in CSS values. What is left out comes from the account. */

const css = (description: string, example: string) =>
  nullish(text(description, { maxLength: MAX_NAME_LENGTH, pattern: CSS_VALUE_PATTERN, example }));

/** What every surface has. */
const surface = {
  backgroundColor: css('Background, a CSS colour.', '#ffffff'),
  padding: css('Space within the border, as CSS writes it, such as `12px`.', '12px'),
};

/** What every text has. */
const lettering = {
  color: css('Colour of the text, a CSS colour.', '#222222'),
  fontFamily: css('Font family, as CSS names it.', 'Inter'),
};

export const ThemeBorder = input('A border, in CSS values.', {
  color: css('Colour of the border, a CSS colour.', '#dddddd'),
  radius: css('Radius of the corners, as CSS writes it, such as `8px`.', '8px'),
  style: css('Style of the line.', 'solid'),
  width: css('Width of the line.', '1px'),
});
export type ThemeBorder = Static<typeof ThemeBorder>;

export const ThemeTitle = input('A title, in CSS values.', {
  ...lettering,
  fontSize: css('Size of the text, as CSS writes it, such as `14px`.', '14px'),
  fontWeight: css('Weight of the text, as CSS writes it, 100 to 900.', '600'),
});
export type ThemeTitle = Static<typeof ThemeTitle>;

export const ControlThemeSectionInput = input('The look of filters and other controls.', {
  ...surface,
  border: nullish(describe(ThemeBorder, 'Border of a control.')),
  title: nullish(describe(ThemeTitle, 'Label of a control.')),
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
  margin: css('Space around a widget, as CSS writes it, such as `8px`.', '0'),
  border: nullish(describe(ThemeBorder, 'Border of a widget.')),
  text: nullish(describe(WidgetThemeTextSectionInput, 'Texts within a widget.')),
  title: nullish(describe(ThemeTitle, 'Title of a widget.')),
});
export type WidgetThemeSectionInput = Static<typeof WidgetThemeSectionInput>;

export const DashboardThemeInput = openInput(
  'The look of a dashboard; what is left out comes from the account. Fields beside these are kept, and have no effect.',
  {
    themeId: nullish(text('Id of a theme of the account that this one begins with.')),
    primaryColor: css('Colour of what stands out.', '#4f46e5'),
    backgroundColor: css('Background of the page.', '#ffffff'),
    fontFamily: css('Font family of all texts, as CSS names it.', 'Inter'),
    dashboard: nullish(describe(DashboardThemeSectionInput, 'The page that the widgets lie on.')),
    widgets: nullish(describe(WidgetThemeSectionInput, 'All widgets that are no controls.')),
    controls: nullish(describe(ControlThemeSectionInput, 'All controls, such as filters.')),
  },
);
export type DashboardThemeInput = Static<typeof DashboardThemeInput>;
