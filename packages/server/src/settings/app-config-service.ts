import {
  isNamedTimeZone,
  refuseFields,
  type AppConfigResponse,
  type FieldIssue,
  type UpdateAppConfigInput,
} from '@oriel/contract';
import { APP_CONFIG_SECTIONS, DEFAULT_WORKSPACE_TITLE } from '@oriel/contract/app-config-sections';
import type { UserPrincipal } from '../access/principal.ts';
import { checkRecord, noteChangedTag } from '../access/record-tag.ts';
import type { Db } from '../db/database.ts';
import { firstUsableZone } from './account-zone.ts';
import { findTemplateFault } from './host-dashboard-url.ts';
import { createAppConfigStore, type StoredAppConfig } from './app-config-store.ts';
import { findLookIssues } from './look-issues.ts';
import type { CheckFonts } from './theme-fonts.ts';

/** The settings of an account that has changed nothing. */
const defaults = {
  appTheme: null,
  applyThemeGlobally: false,
  chartPalettes: [],
  creatorMode: {
    localizedTitles: null,
    showGeneratedSql: false,
    showSemanticSql: true,
    showWorkspaceTitle: true,
    workspaceTitle: DEFAULT_WORKSPACE_TITLE,
  },
  dashboardThemes: [],
  embedding: {
    allowAi: true,
    enableDashboardComments: false,
    hostDashboardUrl: null,
    locale: null,
    mailMentions: false,
    showAiWidgets: true,
    showDashboardChat: true,
    showWorkbookChat: true,
    timezone: null,
  },
  pythonReports: false,
  restrictDataDownload: false,
  sheetsAgentChatEnabled: false,
  sheetsUi: { showAppliedFilters: null },
  timezoneSettings: { allowUserOverride: true, enabled: false, timezone: null },
} satisfies AppConfigResponse;

/** Reads the settings that every client of an account needs. */
export type AppConfigService = ReturnType<typeof createAppConfigService>;

/**
 * Makes the service of an account's settings.
 *
 * @param checkFonts for those who change them
 */
export function createAppConfigService(db: Db, checkFonts: CheckFonts) {
  const store = createAppConfigStore(db);
  /** What pages need of the fonts of a new theme. @throws `validation_failed` */
  const findFonts = async (
    tenantId: number,
    { appTheme }: UpdateAppConfigInput,
  ): Promise<Pick<StoredAppConfig, 'fontFaces'>> => {
    if (appTheme === undefined) return {};
    if (appTheme === null) return { fontFaces: {} };
    const { appTheme: theme, fontFaces = {} } = await store.get(tenantId);
    const { issues, faces } = await checkFonts(appTheme, { theme, faces: fontFaces });
    if (issues.length > 0) throw refuseFields(issues);
    return { fontFaces: faces };
  };
  const service = {
    /**
     * The settings, with the default of each that is not set. A time zone that no query could use, such as a bare
     * offset, is answered as none, so that clients go on to the next source of one.
     */
    async get(tenantId: number): Promise<AppConfigResponse> {
      const { fontFaces: _, ...stored } = await store.get(tenantId);
      const embedding = { ...defaults.embedding, ...stored.embedding };
      const timezoneSettings = { ...defaults.timezoneSettings, ...stored.timezoneSettings };
      return {
        ...defaults,
        ...stored,
        creatorMode: { ...defaults.creatorMode, ...stored.creatorMode },
        sheetsUi: { ...defaults.sheetsUi, ...stored.sheetsUi },
        embedding: { ...embedding, timezone: firstUsableZone(embedding.timezone) ?? null },
        timezoneSettings: {
          ...timezoneSettings,
          timezone: firstUsableZone(timezoneSettings.timezone) ?? null,
        },
      };
    },
    /**
     * Changes what is given and answers with all settings; of changes at once each finds those before it.
     *
     * @throws `validation_failed` for a time zone, a language, a look or a font that nothing could use,
     * `precondition_failed`
     */
    async update(
      { tenantId, condition }: UserPrincipal,
      input: UpdateAppConfigInput,
    ): Promise<AppConfigResponse> {
      const issues = [...findIssues(input), ...(await findLookIssues(input))];
      if (issues.length > 0) throw refuseFields(issues);
      const fonts = await findFonts(tenantId, input);
      await db.transaction().execute(async (tx) => {
        await checkRecord(tx, condition);
        const locked = createAppConfigStore(tx);
        await locked.replace(tenantId, { ...merge(await locked.lock(tenantId), input), ...fonts });
        await noteChangedTag(tx, condition);
      });
      return service.get(tenantId);
    },
  };
  return service;
}

/** Sections of which each field is set by itself. */
const SECTIONS: ReadonlySet<string> = new Set(APP_CONFIG_SECTIONS);

/** A null takes away what was set, so that the default holds again. */
function merge(known: StoredAppConfig, input: UpdateAppConfigInput): StoredAppConfig {
  const entries = Object.entries(input).map(([name, value]) => {
    if (!SECTIONS.has(name) || value === null) return [name, value];
    const section = known[name as keyof AppConfigResponse];
    return [name, withoutNull({ ...(section as object | undefined), ...(value as object) })];
  });
  return withoutNull({ ...known, ...Object.fromEntries(entries) });
}

function withoutNull(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function findIssues({ embedding, timezoneSettings, creatorMode }: UpdateAppConfigInput): FieldIssue[] {
  const locales = creatorMode?.localizedTitles?.map(({ locale }) => locale) ?? [];
  return [
    ...zoneIssue('embedding.timezone', embedding?.timezone),
    ...zoneIssue('timezoneSettings.timezone', timezoneSettings?.timezone),
    ...localeIssue('embedding.locale', embedding?.locale),
    ...templateIssue('embedding.hostDashboardUrl', embedding?.hostDashboardUrl),
    ...locales.flatMap((locale, index) =>
      localeIssue(`creatorMode.localizedTitles[${index}].locale`, locale),
    ),
  ];
}

function zoneIssue(path: string, timezone: string | null | undefined): FieldIssue[] {
  if (timezone == null || isNamedTimeZone(timezone)) return [];
  return [{ path, message: 'must be a time zone by its IANA name, such as Europe/Berlin' }];
}

function localeIssue(path: string, locale: string | null | undefined): FieldIssue[] {
  if (locale == null || isLocale(locale)) return [];
  return [{ path, message: 'must be a language as a BCP 47 tag, such as de or pt-BR' }];
}

function templateIssue(path: string, template: string | null | undefined): FieldIssue[] {
  const message = template == null ? undefined : findTemplateFault(template);
  return message === undefined ? [] : [{ path, message }];
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    // A RangeError is how Intl says that a tag is malformed.
    return false;
  }
}
