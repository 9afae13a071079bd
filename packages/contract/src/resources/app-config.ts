import { adminOnly, anyone, signedInOrEmbed } from '../access.ts';
import { ChartPalette, NamedDashboardTheme } from './looks.ts';
import { CSS_VALUE_PATTERN } from '../values/css-value.ts';
import { MAX_COLOR_LENGTH, MAX_LOOKS, MAX_NAME_LENGTH, MAX_TIMEZONE_LENGTH } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  input,
  list,
  nullish,
  number,
  object,
  oneOf,
  pickNullish,
  text,
  type Static,
} from '../schema.ts';

const color = (description: string) =>
  text(description, { maxLength: MAX_COLOR_LENGTH, pattern: CSS_VALUE_PATTERN, example: '#4f46e5' });
const MAX_URL_LENGTH = 2048;
const logoUrl = (description: string) =>
  text(description, {
    maxLength: MAX_URL_LENGTH,
    pattern: '^(https://[^\\s]+)?$',
    example: 'https://images.example.com/logo.svg',
  });
const percent = (description: string) =>
  nullish(number(description, { minimum: 0, maximum: 100, example: 50 }));

export const AppThemeScheme = input('The colours of one appearance, light or dark.', {
  accentColor: color('Colour of what stands out.'),
  backgroundColor: color('Background of pages, a CSS colour.'),
  foregroundColor: color('Colour of texts, a CSS colour.'),
  contrast: number('How far surfaces differ from the background, 0 to 100.', {
    minimum: 0,
    maximum: 100,
    example: 50,
  }),
  logoUrl: logoUrl('Address of the logo, by HTTPS; empty for none.'),
});
export type AppThemeScheme = Static<typeof AppThemeScheme>;

export const AppThemePaletteSeed = input(
  'What a palette is derived from: a colour, or a hue and a saturation.',
  {
    color: nullish(color('A colour in CSS.')),
    hue: nullish(number('Hue in degrees.', { minimum: 0, maximum: 360, example: 245 })),
    saturation: percent('Saturation, 0 to 100.'),
  },
);
export type AppThemePaletteSeed = Static<typeof AppThemePaletteSeed>;

export const AppThemeSurfaceMode = oneOf('Whether surfaces are grey or carry a tint of the accent.', [
  'neutral',
  'tinted',
]);
export type AppThemeSurfaceMode = Static<typeof AppThemeSurfaceMode>;

export const AppThemeCodePalette = input('The colours of code.', {
  saturation: percent('Saturation, 0 to 100.'),
});
export type AppThemeCodePalette = Static<typeof AppThemeCodePalette>;

export const AppThemePaletteThemes = input('Palettes of what has a meaning.', {
  danger: nullish(describe(AppThemePaletteSeed, 'Errors and deletions.')),
  warning: nullish(describe(AppThemePaletteSeed, 'Palette of warnings; default: that of Oriel.')),
  success: nullish(describe(AppThemePaletteSeed, 'Palette of success; default: that of Oriel.')),
  note: nullish(describe(AppThemePaletteSeed, 'Palette of notes; default: that of Oriel.')),
  code: nullish(describe(AppThemeCodePalette, 'Palette of code; default: that of Oriel.')),
});
export type AppThemePaletteThemes = Static<typeof AppThemePaletteThemes>;

export const AppThemePalette = input('The colours that all others are derived from.', {
  accent: nullish(describe(AppThemePaletteSeed, 'What stands out.')),
  base: nullish(describe(AppThemePaletteSeed, 'Backgrounds and texts.')),
  contrastLevel: percent('Contrast, 0 to 100.'),
  pastel: nullish(boolean('Whether colours are softened.')),
  surfaceMode: nullish(describe(AppThemeSurfaceMode, 'How surfaces are coloured; default `neutral`.')),
  themes: nullish(describe(AppThemePaletteThemes, 'What has a meaning.')),
});
export type AppThemePalette = Static<typeof AppThemePalette>;

export const AppThemeFontRef = input('A font of the theme at one weight.', {
  fontRef: text('Id of one of the fonts of the theme.', { maxLength: MAX_NAME_LENGTH, example: 'inter' }),
  fontWeight: number('Weight, 1 to 1,000.', { minimum: 1, maximum: 1000, example: 400 }),
});
export type AppThemeFontRef = Static<typeof AppThemeFontRef>;

export const ThemeFont = input('A font: a file, or a stylesheet with font faces.', {
  id: text('Id within the theme.', { maxLength: MAX_NAME_LENGTH, example: 'inter' }),
  name: nullish(text('Name for display.', { maxLength: MAX_NAME_LENGTH, example: 'Inter' })),
  family: nullish(
    text('Family in CSS, which a stylesheet must have; default the name, then the id.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'Inter',
    }),
  ),
  format: text('Format of the file: `woff2`, `woff`, `ttf` or `otf`; `css` for a stylesheet.', {
    maxLength: MAX_NAME_LENGTH,
    pattern: '^(woff2|woff|ttf|otf|css)$',
    example: 'woff2',
  }),
  url: text(
    'Address by HTTPS, of a public host. A new one is fetched when it is set, and refused where it is no font.',
    {
      maxLength: MAX_URL_LENGTH,
      pattern: '^https://[^\\s]+$',
      example: 'https://example.com/inter.woff2',
    },
  ),
});
export type ThemeFont = Static<typeof ThemeFont>;

export const AppThemeTypography = input('The fonts of a theme.', {
  fonts: list(ThemeFont, 'The font files.', { maxItems: 20 }),
  body: describe(AppThemeFontRef, 'Font of running texts.'),
  heading: describe(AppThemeFontRef, 'Font of headings.'),
});
export type AppThemeTypography = Static<typeof AppThemeTypography>;

export const AppTheme = input('The look of the account.', {
  logoUrl: logoUrl('Address of the logo, by HTTPS; empty for none.'),
  palette: describe(AppThemePalette, 'Colours that all others are derived from.'),
  typography: nullish(describe(AppThemeTypography, 'Fonts of texts and headings; default: those of Oriel.')),
  light: describe(AppThemeScheme, 'Light colours, for older clients; `palette` replaces them.', {
    deprecated: true,
  }),
  dark: describe(AppThemeScheme, 'Dark colours, for older clients; `palette` replaces them.', {
    deprecated: true,
  }),
});
export type AppTheme = Static<typeof AppTheme>;

export const LocalizedValue = input('A text in one language.', {
  locale: text('Language as a BCP 47 tag.', { maxLength: 35, example: 'de' }),
  value: text('The text in that language.', { maxLength: 1000, example: 'Arbeitsbereich' }),
});
export type LocalizedValue = Static<typeof LocalizedValue>;

export const CreatorMode = input('How the workspace looks to embed users who may create content.', {
  showWorkspaceTitle: nullish(boolean('Whether the workspace has a title; default true.')),
  workspaceTitle: nullish(
    text('Title of the workspace; default the usual one, in the language of the viewer.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'Workspace',
    }),
  ),
  localizedTitles: nullish(list(LocalizedValue, 'The title in other languages.', { maxItems: 50 })),
  showSemanticSql: nullish(boolean('Whether the query is shown as SQL over the model; default true.')),
  showGeneratedSql: nullish(
    boolean(
      'Whether the SQL for the source is shown, and answered to viewers in creator mode; default false.',
    ),
  ),
});
export type CreatorMode = Static<typeof CreatorMode>;

export const EmbedSettings = input('What embedded surfaces show unless a session says otherwise.', {
  locale: nullish(text('Language as a BCP 47 tag; default English.', { maxLength: 35, example: 'en' })),
  timezone: nullish(
    text('Time zone by its IANA name; default that of the account.', {
      maxLength: MAX_TIMEZONE_LENGTH,
      example: 'Europe/Berlin',
    }),
  ),
  allowAi: nullish(boolean('Whether anything may use AI; default true.')),
  showAiWidgets: nullish(boolean('Whether AI summaries can be made; default true.')),
  showDashboardChat: nullish(boolean('Whether dashboards have a chat; default true.')),
  showWorkbookChat: nullish(boolean('Whether workbooks have a chat; default true.')),
  enableDashboardComments: nullish(boolean('Whether dashboards have comments; default false.')),
  mailMentions: nullish(
    boolean(
      'Whether viewers whom a comment mentions get a mail, to the e-mail address that their session was generated with; default false.',
    ),
  ),
  hostDashboardUrl: nullish(
    text(
      'Address of the page of your product that shows a dashboard, which messages to embed users link to. `{dashboardPublicId}` has to be ' +
        'in it; `{embedTenantName}` and `{externalId}` may be. Default none: messages have no link then.',
      {
        maxLength: MAX_URL_LENGTH,
        pattern: '^https?://[^\\s]+$',
        example: 'https://app.example.com/reports/{dashboardPublicId}',
      },
    ),
  ),
});
export type EmbedSettings = Static<typeof EmbedSettings>;

export const SheetsUiSettings = input('What the spreadsheet add-ons show.', {
  showAppliedFilters: nullish(
    boolean('Whether what a table of a spreadsheet is filtered by stands above it.'),
  ),
});
export type SheetsUiSettings = Static<typeof SheetsUiSettings>;

export const TimezoneSettings = input('The time zone in which the account looks at times.', {
  enabled: nullish(boolean('Whether `timezone` is used; default false: queries go without a time zone.')),
  timezone: nullish(
    text('Time zone by its IANA name.', { maxLength: MAX_TIMEZONE_LENGTH, example: 'Europe/Berlin' }),
  ),
  allowUserOverride: nullish(boolean('Whether a viewer may choose another; default true.')),
});
export type TimezoneSettings = Static<typeof TimezoneSettings>;

export const AppConfigResponse = object('The settings of the account that every client needs.', {
  appTheme: nullish(describe(AppTheme, 'The look of the account; null for the default.')),
  applyThemeGlobally: boolean('Whether the console has this look too, and not only embedded surfaces.'),
  chartPalettes: list(ChartPalette, 'The palettes that charts may name.', { maxItems: MAX_LOOKS }),
  creatorMode: nullish(describe(CreatorMode, 'How the workspace looks to embed users.')),
  dashboardThemes: list(NamedDashboardTheme, 'The looks that dashboards may begin with.', {
    maxItems: MAX_LOOKS,
  }),
  embedding: nullish(describe(EmbedSettings, 'Defaults of embedded surfaces.')),
  pythonReports: nullish(
    boolean('Whether the Python of reports is run, where the server has bubblewrap; default false.'),
  ),
  restrictDataDownload: boolean('Whether no data may be downloaded.'),
  sheetsAgentChatEnabled: boolean('Whether the spreadsheet add-ons have a chat.'),
  sheetsUi: nullish(describe(SheetsUiSettings, 'What the spreadsheet add-ons show.')),
  timezoneSettings: nullish(describe(TimezoneSettings, 'The time zone of the account.')),
});
export type AppConfigResponse = Static<typeof AppConfigResponse>;

export const UpdateAppConfigInput = input('Settings of the account to change.', {
  ...pickNullish(
    AppConfigResponse,
    'appTheme',
    'applyThemeGlobally',
    'chartPalettes',
    'creatorMode',
    'dashboardThemes',
    'embedding',
    'pythonReports',
    'restrictDataDownload',
    'sheetsAgentChatEnabled',
    'sheetsUi',
    'timezoneSettings',
  ),
});
export type UpdateAppConfigInput = Static<typeof UpdateAppConfigInput>;

const themeOperation = operationsTagged('App Theme');
const specOperation = operationsTagged('OpenAPI Spec');

export const appConfigOperations = {
  getAppConfig: themeOperation('GET /api/v1/app-config', {
    record: 'appConfig',
    summary: 'Get the settings that every client needs',
    description:
      'Themes, time zones and what embedded surfaces show by default, for the account of the caller.',
    access: signedInOrEmbed,
    answer: AppConfigResponse,
  }),
  updateAppConfig: themeOperation('PUT /api/v1/app-config', {
    record: 'appConfig',
    summary: 'Change the settings that every client needs',
    description:
      'Changes what is sent and answers with all. What is left out stays; null is the default again. Of `creatorMode`, `embedding`, ' +
      '`sheetsUi` and `timezoneSettings` only the fields that are sent change; `appTheme`, `chartPalettes` and `dashboardThemes` are ' +
      'replaced.',
    access: adminOnly,
    body: optionalJson(UpdateAppConfigInput),
    answer: AppConfigResponse,
  }),
  getSpec: specOperation('GET /api/v1/spec', {
    summary: 'Get this document',
    description: 'The OpenAPI 3.1 document of the API, as the answering server serves it.',
    access: anyone,
    answer: freeObject('An OpenAPI 3.1 document.'),
  }),
};
