import type {
  Dashboard,
  DashboardConfig,
  NamedDashboardTheme,
  Report,
  ReportSnapshot,
  Workbook,
} from '@oriel/contract';
import { isJsonObject } from '@oriel/contract/json-object';
import { kindOf, queryTextOf } from '../../reports/use-report.ts';

/** A draft as the dashboard that it would be if it were published now. */
export function dashboardOf(
  { deploymentId, id, name }: Pick<Workbook, 'deploymentId' | 'id' | 'name'>,
  config: DashboardConfig,
  reportSnapshots: ReportSnapshot[],
): Dashboard {
  return {
    id: 0,
    publicId: '',
    deploymentId,
    workbookId: id,
    status: 'draft',
    title: config.title ?? name,
    config,
    reportSnapshots,
    versionId: 0,
    versionNumber: 1,
    allowEmbed: false,
  };
}

/** A report as it would be published now, with the fields of its workbook in its query. */
export function snapshotOf(
  report: Report,
  { calculatedFields }: Pick<Workbook, 'calculatedFields'>,
): ReportSnapshot {
  const { id, publicId, version, name, title, description, sqlQuery } = report;
  const meta = report.meta ?? {};
  const { spec, preferences, pythonCode } = meta;
  // The meta of a report is free; what is drawn of one that is wrong says so.
  return {
    id,
    reportId: id,
    publicId,
    versionNumber: version ?? 1,
    name,
    title: title ?? null,
    description: description ?? null,
    kind: kindOf(report),
    spec: spec ?? null,
    preferences: isJsonObject(preferences) ? preferences : null,
    jsonQuery: askedBy(report, calculatedFields),
    sqlQuery: sqlQuery ?? null,
    meta,
    ...(typeof pythonCode === 'string' && { pythonCode }),
    isSourceReport: false,
  } as ReportSnapshot;
}

/** The query of a report; null for a text that is none, which an older version stored. */
function askedBy(report: Report, calculatedFields: Workbook['calculatedFields']): string | null {
  try {
    return queryTextOf({ ...report, calculatedFields }) ?? null;
  } catch {
    return null;
  }
}

/** The look of a draft with that of the account which it names: what the draft says itself goes before it. */
export function withNamedTheme(
  config: DashboardConfig,
  themes: readonly NamedDashboardTheme[] | undefined,
): DashboardConfig {
  const named = themes?.find(({ id }) => id === config.theme?.['themeId']);
  return named ? { ...config, theme: merged(named.theme, config.theme ?? {}) } : config;
}

function merged(below: object, above: object): Record<string, unknown> {
  const under: Readonly<Record<string, unknown>> = { ...below };
  const said = Object.entries(above).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...under,
    ...Object.fromEntries(
      said.map(([name, value]: [string, unknown]) => {
        const part = under[name];
        return [name, isJsonObject(value) && isJsonObject(part) ? merged(part, value) : value];
      }),
    ),
  };
}
