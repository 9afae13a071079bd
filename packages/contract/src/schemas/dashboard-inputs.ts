import { Type, type Static } from 'typebox';
import { FreeObject, input, nullable, ref } from '../schema.ts';
import {
  DashboardAppSource,
  DashboardConfigKind,
  DashboardLayout,
  DashboardResponsiveLayouts,
  DashboardWidgetPosition,
  DashboardWidgetType,
} from './dashboards.ts';

export const ThemeBorder = input(
  'ThemeBorder',
  Type.Object({
    color: Type.Optional(nullable(Type.String())),
    radius: Type.Optional(nullable(Type.String())),
    style: Type.Optional(nullable(Type.String())),
    width: Type.Optional(nullable(Type.String())),
  }),
);
export type ThemeBorder = Static<typeof ThemeBorder>;

export const ThemeTitle = input(
  'ThemeTitle',
  Type.Object({
    color: Type.Optional(nullable(Type.String())),
    fontFamily: Type.Optional(nullable(Type.String())),
    fontSize: Type.Optional(nullable(Type.String())),
    fontWeight: Type.Optional(nullable(Type.String())),
  }),
);
export type ThemeTitle = Static<typeof ThemeTitle>;

export const ControlThemeSectionInput = input(
  'ControlThemeSectionInput',
  Type.Object({
    backgroundColor: Type.Optional(nullable(Type.String())),
    border: Type.Optional(nullable(ref(ThemeBorder))),
    padding: Type.Optional(nullable(Type.String())),
    title: Type.Optional(nullable(ref(ThemeTitle))),
  }),
);
export type ControlThemeSectionInput = Static<typeof ControlThemeSectionInput>;

export const DashboardThemeSectionInput = input(
  'DashboardThemeSectionInput',
  Type.Object({
    backgroundColor: Type.Optional(nullable(Type.String())),
    padding: Type.Optional(nullable(Type.String())),
  }),
);
export type DashboardThemeSectionInput = Static<typeof DashboardThemeSectionInput>;

export const WidgetThemeTextSectionInput = input(
  'WidgetThemeTextSectionInput',
  Type.Object({
    codeFontFamily: Type.Optional(nullable(Type.String())),
    color: Type.Optional(nullable(Type.String())),
    fontFamily: Type.Optional(nullable(Type.String())),
    secondaryColor: Type.Optional(nullable(Type.String())),
  }),
);
export type WidgetThemeTextSectionInput = Static<typeof WidgetThemeTextSectionInput>;

export const WidgetThemeSectionInput = input(
  'WidgetThemeSectionInput',
  Type.Object({
    backgroundColor: Type.Optional(nullable(Type.String())),
    border: Type.Optional(nullable(ref(ThemeBorder))),
    margin: Type.Optional(nullable(Type.String())),
    padding: Type.Optional(nullable(Type.String())),
    text: Type.Optional(nullable(ref(WidgetThemeTextSectionInput))),
    title: Type.Optional(nullable(ref(ThemeTitle))),
  }),
);
export type WidgetThemeSectionInput = Static<typeof WidgetThemeSectionInput>;

export const DashboardThemeInput = input(
  'DashboardThemeInput',
  Type.Object({
    backgroundColor: Type.Optional(nullable(Type.String())),
    controls: Type.Optional(nullable(ref(ControlThemeSectionInput))),
    dashboard: Type.Optional(nullable(ref(DashboardThemeSectionInput))),
    fontFamily: Type.Optional(nullable(Type.String())),
    primaryColor: Type.Optional(nullable(Type.String())),
    themeId: Type.Optional(nullable(Type.String())),
    widgets: Type.Optional(nullable(ref(WidgetThemeSectionInput))),
  }),
);
export type DashboardThemeInput = Static<typeof DashboardThemeInput>;

export const DashboardWidgetDraftInput = input(
  'DashboardWidgetDraftInput',
  Type.Object({
    config: Type.Optional(nullable(FreeObject)),
    id: Type.Optional(nullable(Type.String({ maxLength: 128 }))),
    position: ref(DashboardWidgetPosition),
    responsiveLayouts: Type.Optional(nullable(ref(DashboardResponsiveLayouts))),
    style: Type.Optional(nullable(FreeObject)),
    type: ref(DashboardWidgetType),
  }),
);
export type DashboardWidgetDraftInput = Static<typeof DashboardWidgetDraftInput>;

export const DashboardConfigDraftInput = input(
  'DashboardConfigDraftInput',
  Type.Object({
    app: Type.Optional(nullable(ref(DashboardAppSource))),
    description: Type.Optional(nullable(Type.String())),
    kind: Type.Optional(nullable(ref(DashboardConfigKind))),
    layout: Type.Optional(nullable(ref(DashboardLayout))),
    settings: Type.Optional(nullable(FreeObject)),
    theme: Type.Optional(nullable(ref(DashboardThemeInput))),
    title: Type.Optional(nullable(Type.String())),
    widgets: Type.Optional(nullable(Type.Array(ref(DashboardWidgetDraftInput)))),
  }),
);
export type DashboardConfigDraftInput = Static<typeof DashboardConfigDraftInput>;

export const DashboardWidgetInput = input(
  'DashboardWidgetInput',
  Type.Object({
    config: Type.Optional(nullable(FreeObject)),
    id: Type.String({ maxLength: 128 }),
    position: ref(DashboardWidgetPosition),
    responsiveLayouts: Type.Optional(nullable(ref(DashboardResponsiveLayouts))),
    style: Type.Optional(nullable(FreeObject)),
    type: ref(DashboardWidgetType),
  }),
);
export type DashboardWidgetInput = Static<typeof DashboardWidgetInput>;

export const DashboardConfigInput = input(
  'DashboardConfigInput',
  Type.Object({
    app: Type.Optional(nullable(ref(DashboardAppSource))),
    description: Type.Optional(nullable(Type.String())),
    kind: Type.Optional(nullable(ref(DashboardConfigKind))),
    layout: Type.Optional(nullable(ref(DashboardLayout))),
    settings: Type.Optional(nullable(FreeObject)),
    theme: Type.Optional(nullable(ref(DashboardThemeInput))),
    title: Type.Optional(nullable(Type.String())),
    widgets: Type.Optional(nullable(Type.Array(ref(DashboardWidgetInput)))),
  }),
);
export type DashboardConfigInput = Static<typeof DashboardConfigInput>;

export const WorkbookDashboardInput = input(
  'WorkbookDashboardInput',
  Type.Object({
    dashboardDraft: Type.Optional(nullable(ref(DashboardConfigDraftInput))),
  }),
);
export type WorkbookDashboardInput = Static<typeof WorkbookDashboardInput>;

export const PublishDashboardInput = input(
  'PublishDashboardInput',
  Type.Object({
    allowEmbed: Type.Optional(nullable(Type.Boolean())),
    config: Type.Optional(nullable(ref(DashboardConfigInput))),
    dashboardId: Type.Optional(nullable(Type.Integer())),
    description: Type.Optional(nullable(Type.String())),
    title: Type.Optional(nullable(Type.String())),
    workbookId: Type.Integer(),
  }),
);
export type PublishDashboardInput = Static<typeof PublishDashboardInput>;
