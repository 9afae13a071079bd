import { Type, type Static } from 'typebox';
import { named, nullable, oneOf, ref } from '../schema.ts';

export const AppThemeScheme = named(
  'AppThemeScheme',
  Type.Object({
    accentColor: Type.String(),
    backgroundColor: Type.String(),
    contrast: Type.Number(),
    foregroundColor: Type.String(),
    logoUrl: Type.String(),
  }),
);
export type AppThemeScheme = Static<typeof AppThemeScheme>;

export const AppThemePaletteSeed = named(
  'AppThemePaletteSeed',
  Type.Object({
    color: Type.Optional(nullable(Type.String())),
    hue: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 360 }))),
    saturation: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  }),
);
export type AppThemePaletteSeed = Static<typeof AppThemePaletteSeed>;

export const AppThemeSurfaceMode = named('AppThemeSurfaceMode', oneOf('neutral', 'tinted'));
export type AppThemeSurfaceMode = Static<typeof AppThemeSurfaceMode>;

export const AppThemeCodePalette = named(
  'AppThemeCodePalette',
  Type.Object({
    saturation: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  }),
);
export type AppThemeCodePalette = Static<typeof AppThemeCodePalette>;

export const AppThemePaletteThemes = named(
  'AppThemePaletteThemes',
  Type.Object({
    code: Type.Optional(nullable(ref(AppThemeCodePalette))),
    danger: Type.Optional(nullable(ref(AppThemePaletteSeed))),
    note: Type.Optional(nullable(ref(AppThemePaletteSeed))),
    success: Type.Optional(nullable(ref(AppThemePaletteSeed))),
    warning: Type.Optional(nullable(ref(AppThemePaletteSeed))),
  }),
);
export type AppThemePaletteThemes = Static<typeof AppThemePaletteThemes>;

export const AppThemePalette = named(
  'AppThemePalette',
  Type.Object({
    accent: Type.Optional(nullable(ref(AppThemePaletteSeed))),
    base: Type.Optional(nullable(ref(AppThemePaletteSeed))),
    contrastLevel: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
    pastel: Type.Optional(nullable(Type.Boolean())),
    surfaceMode: Type.Optional(nullable(ref(AppThemeSurfaceMode))),
    themes: Type.Optional(nullable(ref(AppThemePaletteThemes))),
  }),
);
export type AppThemePalette = Static<typeof AppThemePalette>;

export const AppThemeFontRef = named(
  'AppThemeFontRef',
  Type.Object({
    fontRef: Type.String(),
    fontWeight: Type.Number(),
  }),
);
export type AppThemeFontRef = Static<typeof AppThemeFontRef>;

export const ThemeFont = named(
  'ThemeFont',
  Type.Object({
    family: Type.Optional(nullable(Type.String())),
    format: Type.String(),
    id: Type.String(),
    name: Type.Optional(nullable(Type.String())),
    url: Type.String(),
  }),
);
export type ThemeFont = Static<typeof ThemeFont>;

export const AppThemeTypography = named(
  'AppThemeTypography',
  Type.Object({
    body: ref(AppThemeFontRef),
    fonts: Type.Array(ref(ThemeFont)),
    heading: ref(AppThemeFontRef),
  }),
);
export type AppThemeTypography = Static<typeof AppThemeTypography>;

export const AppTheme = named(
  'AppTheme',
  Type.Object({
    dark: ref(AppThemeScheme),
    light: ref(AppThemeScheme),
    logoUrl: Type.String(),
    palette: ref(AppThemePalette),
    typography: Type.Optional(nullable(ref(AppThemeTypography))),
  }),
);
export type AppTheme = Static<typeof AppTheme>;

export const LocalizedValue = named(
  'LocalizedValue',
  Type.Object({
    locale: Type.String({ maxLength: 35 }),
    value: Type.String({ maxLength: 1000 }),
  }),
);
export type LocalizedValue = Static<typeof LocalizedValue>;

export const CreatorMode = named(
  'CreatorMode',
  Type.Object({
    localizedTitles: Type.Optional(nullable(Type.Array(ref(LocalizedValue), { maxItems: 50 }))),
    showGeneratedSql: Type.Optional(nullable(Type.Boolean())),
    showSemanticSql: Type.Optional(nullable(Type.Boolean())),
    showWorkspaceTitle: Type.Optional(nullable(Type.Boolean())),
    workspaceTitle: Type.Optional(nullable(Type.String())),
  }),
);
export type CreatorMode = Static<typeof CreatorMode>;

export const EmbedSettings = named(
  'EmbedSettings',
  Type.Object({
    allowAi: Type.Optional(nullable(Type.Boolean())),
    enableDashboardComments: Type.Optional(nullable(Type.Boolean())),
    locale: Type.Optional(nullable(Type.String())),
    showAiWidgets: Type.Optional(nullable(Type.Boolean())),
    showDashboardChat: Type.Optional(nullable(Type.Boolean())),
    showWorkbookChat: Type.Optional(nullable(Type.Boolean())),
    timezone: Type.Optional(nullable(Type.String())),
  }),
);
export type EmbedSettings = Static<typeof EmbedSettings>;

export const SheetsUiSettings = named(
  'SheetsUiSettings',
  Type.Object({
    showAppliedFilters: Type.Optional(nullable(Type.Boolean())),
  }),
);
export type SheetsUiSettings = Static<typeof SheetsUiSettings>;

export const TimezoneSettings = named(
  'TimezoneSettings',
  Type.Object({
    allowUserOverride: Type.Optional(nullable(Type.Boolean())),
    enabled: Type.Optional(nullable(Type.Boolean())),
    timezone: Type.Optional(nullable(Type.String())),
  }),
);
export type TimezoneSettings = Static<typeof TimezoneSettings>;

export const AppConfigResponse = named(
  'AppConfigResponse',
  Type.Object({
    appTheme: Type.Optional(nullable(ref(AppTheme))),
    applyThemeGlobally: Type.Boolean(),
    creatorMode: Type.Optional(nullable(ref(CreatorMode))),
    embedding: Type.Optional(nullable(ref(EmbedSettings))),
    restrictDataDownload: Type.Boolean(),
    sheetsAgentChatEnabled: Type.Boolean(),
    sheetsUi: Type.Optional(nullable(ref(SheetsUiSettings))),
    timezoneSettings: Type.Optional(nullable(ref(TimezoneSettings))),
  }),
);
export type AppConfigResponse = Static<typeof AppConfigResponse>;
