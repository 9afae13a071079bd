import type { BrokenContent, ContentFinding } from '@oriel/contract';
import { queryOf } from '@oriel/dashboard/chart-query';
import type { ContentStore, DashboardContent, ReportContent, WorkbookContent } from './content-store.ts';
import type { CheckReferences } from './member-check.ts';
import {
  referencesOfControls,
  referencesOfFields,
  referencesOfQuery,
  referencesOfSnapshot,
  referencesOfWidgets,
  withoutFields,
  type MemberReference,
} from './member-references.ts';

/** What a walk through the content of a workspace has found. */
interface CheckedContent {
  readonly checkedCount: number;
  readonly uncheckedCount: number;
  readonly broken: readonly BrokenContent[];
}

/** What to walk through. */
interface ContentCheckOptions {
  readonly store: ContentStore;
  readonly check: CheckReferences;
  /** Whether the caller sees notifications. */
  readonly seesNotifications: boolean;
}

/** Checks all content that the caller sees. Reads it in pages, so that other requests have their turns in between. */
export async function checkContent(options: ContentCheckOptions): Promise<CheckedContent> {
  const tally = createTally();
  for await (const reports of options.store.reports())
    for (const report of reports) checkReport(report, options.check, tally);
  for await (const workbooks of options.store.workbooks()) {
    for (const workbook of workbooks) checkWorkbook(workbook, options.check, tally);
    for (let at = 0; at < workbooks.length; at += DASHBOARDS_AT_ONCE) {
      const ids = workbooks.slice(at, at + DASHBOARDS_AT_ONCE).map(({ id }) => id);
      await checkDashboards(ids, options, tally);
    }
  }
  return tally.result();
}

/** Versions carry all their reports, which may be large. */
const DASHBOARDS_AT_ONCE = 50;

type Item = Omit<BrokenContent, 'isNew' | 'findings'>;

interface Tally {
  /** Counts an item, and keeps it where it has findings. */
  add(item: Item, findings: readonly ContentFinding[]): void;
  skip(): void;
  result(): CheckedContent;
}

function createTally(): Tally {
  const broken: BrokenContent[] = [];
  let checkedCount = 0;
  let uncheckedCount = 0;
  return {
    add(item, findings) {
      checkedCount += 1;
      const isNew = findings.some((finding) => finding.isNew);
      if (findings.length > 0) broken.push({ ...item, isNew, findings: [...findings] });
    },
    skip() {
      uncheckedCount += 1;
    },
    result: () => ({ checkedCount, uncheckedCount, broken }),
  };
}

function checkReport(
  { id, name, workbookId, jsonQuery, calculatedFields, isOther }: ReportContent,
  check: CheckReferences,
  tally: Tally,
): void {
  const references = jsonQuery === null ? undefined : referencesOfQuery(jsonQuery);
  if (references)
    tally.add(
      { type: 'REPORT', id, name, workbookId, state: 'draft' },
      check(withoutFields(references, calculatedFields ?? {})),
    );
  // A report that asks nothing yet breaks by nothing.
  else if (jsonQuery !== null || isOther) tally.skip();
}

function checkWorkbook(
  { id, name, calculatedFields, draft }: WorkbookContent,
  check: CheckReferences,
  tally: Tally,
): void {
  const named = [...referencesOfFields(calculatedFields), ...(draft ? referencesOfWidgets(draft) : [])];
  const references = withoutFields(named, calculatedFields);
  if (references.length > 0)
    tally.add({ type: 'WORKBOOK', id, name, workbookId: id, state: 'draft' }, check(references));
}

async function checkDashboards(
  workbookIds: readonly number[],
  { store, check, seesNotifications }: ContentCheckOptions,
  tally: Tally,
): Promise<void> {
  const dashboards = await store.dashboards(workbookIds);
  const findingsOf = new Map(
    dashboards.map((dashboard) => [dashboard.id, check(referencesOf(dashboard, tally))]),
  );
  const byId = new Map(dashboards.map((dashboard) => [dashboard.id, dashboard]));
  for (const { id, title, workbookId } of dashboards)
    tally.add(
      { type: 'DASHBOARD', id, name: title, workbookId, state: 'published' },
      findingsOf.get(id) ?? [],
    );
  if (!seesNotifications || dashboards.length === 0) return;
  for (const notification of await store.notifications([...byId.keys()])) {
    const { id, dashboardId } = notification;
    const own = check(referencesOfControls(notification));
    const shown = (findingsOf.get(dashboardId) ?? []).map((finding) => ({
      ...finding,
      place: `dashboard: ${finding.place}`,
    }));
    const dashboard = byId.get(dashboardId);
    tally.add(
      {
        type: 'NOTIFICATION',
        id,
        name: dashboard?.title ?? '',
        workbookId: dashboard?.workbookId ?? null,
        state: 'published',
      },
      [...own, ...shown],
    );
  }
}

function referencesOf({ config, reportSnapshots }: DashboardContent, tally: Tally): MemberReference[] {
  const ofReports = reportSnapshots.flatMap((snapshot) => {
    const references = referencesOfSnapshot(snapshot);
    if (!references && (snapshot.jsonQuery || snapshot.sqlQuery || snapshot.pythonCode)) tally.skip();
    return references ?? [];
  });
  return [...withoutFields(referencesOfWidgets(config), fieldsOf(reportSnapshots)), ...ofReports];
}

/** The calculated fields that the queries of a version carry. */
function fieldsOf(snapshots: DashboardContent['reportSnapshots']): Readonly<Record<string, unknown>> {
  const fields = snapshots.map((snapshot) => queryOf(snapshot)?.['calculatedFields']);
  return Object.assign({}, ...fields.filter((each) => typeof each === 'object')) as Record<string, unknown>;
}
