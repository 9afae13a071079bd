import type { AppConfigResponse } from '@oriel/contract';
import type { Db } from '../db/database.ts';

/** What an account that has changed nothing has. */
const defaults: AppConfigResponse = {
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
  timezoneSettings: { allowUserOverride: true, enabled: true, timezone: null },
};

/** Reads the settings that every client of the account needs; what is not set has its default. */
export async function readAppConfig(db: Db, tenantId: number): Promise<AppConfigResponse> {
  const { appConfig: stored } = await db
    .selectFrom('tenants')
    .select('appConfig')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { ...defaults, ...(stored as Partial<AppConfigResponse>) };
}
