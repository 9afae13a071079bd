import type { AppConfigResponse, DashboardConfig } from '@oriel/contract';
import type { Db } from '../../../db/database.ts';

/**
 * The configuration with the look that its `themeId` names: what the dashboard says itself goes before it. What is
 * published keeps that look, however the account changes it; a look that is gone is none.
 */
export async function withNamedTheme(
  db: Db,
  tenantId: number,
  config: DashboardConfig,
): Promise<DashboardConfig> {
  const { themeId } = config.theme ?? {};
  if (typeof themeId !== 'string') return config;
  const { appConfig } = await db
    .selectFrom('tenants')
    .select('appConfig')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { dashboardThemes = [] }: Partial<AppConfigResponse> = appConfig;
  const named = dashboardThemes.find(({ id }) => id === themeId);
  return named ? { ...config, theme: merged(named.theme, { ...config.theme, themeId }) } : config;
}

/** What the second says, or else the first; a null says nothing. */
function merged<Part extends object>(below: Part, above: Part): Part {
  const entries = Object.entries(above).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined) return [];
    const under: unknown = below[name as keyof Part];
    const isSection = typeof value === 'object' && typeof under === 'object' && under !== null;
    return [[name, isSection ? merged(under, value) : value]];
  });
  return { ...below, ...Object.fromEntries(entries) };
}
