import { isNamedTimeZone, type AppConfigResponse } from '@oriel/contract';
import type { AppConfigStore } from './app-config-store.ts';

/** The settings of an account that has changed nothing. */
const defaults = {
  appTheme: null,
  applyThemeGlobally: false,
  creatorMode: {
    localizedTitles: null,
    showGeneratedSql: false,
    showSemanticSql: true,
    showWorkspaceTitle: true,
    workspaceTitle: 'Workspace',
  },
  embedding: {
    allowAi: true,
    enableDashboardComments: false,
    locale: null,
    showAiWidgets: true,
    showDashboardChat: true,
    showWorkbookChat: true,
    timezone: null,
  },
  restrictDataDownload: false,
  sheetsAgentChatEnabled: false,
  sheetsUi: { showAppliedFilters: null },
  timezoneSettings: { allowUserOverride: true, enabled: false, timezone: null },
} as const satisfies AppConfigResponse;

/** Reads the settings that every client of an account needs. */
export type AppConfigService = ReturnType<typeof createAppConfigService>;

/** Makes the service of an account's settings. */
export function createAppConfigService(store: AppConfigStore) {
  return {
    /**
     * The settings, with the default of each that is not set. A time zone that no query could use, such as a bare offset, is
     * answered as none, so that clients go on to the next source of one.
     */
    async get(tenantId: number): Promise<AppConfigResponse> {
      const stored = await store.get(tenantId);
      const embedding = { ...defaults.embedding, ...stored.embedding };
      const timezoneSettings = { ...defaults.timezoneSettings, ...stored.timezoneSettings };
      return {
        ...defaults,
        ...stored,
        creatorMode: { ...defaults.creatorMode, ...stored.creatorMode },
        sheetsUi: { ...defaults.sheetsUi, ...stored.sheetsUi },
        embedding: { ...embedding, timezone: usableZone(embedding.timezone) },
        timezoneSettings: { ...timezoneSettings, timezone: usableZone(timezoneSettings.timezone) },
      };
    },
  };
}

function usableZone(timezone: string | null | undefined): string | null {
  return timezone != null && isNamedTimeZone(timezone) ? timezone : null;
}
