import { refuse, type Dashboard } from '@oriel/contract';
import { isControl } from '@oriel/dashboard/control-states';
import { aiConfigOf, widgetsOf } from '@oriel/dashboard/widgets';
import type { ExportedReport } from './exported-report.ts';

/** A chart across the whole page. */
const WHOLE_WIDTH = { x: 0, y: 0, w: 12, h: 12 };
/** Below the chart, where nothing is drawn of it. */
const BELOW = { x: 0, y: 100, w: 12, h: 2 };

/** A dashboard with one of its charts, or the text of an AI widget, alone; its controls act on it as before. */
export function chartDashboard(dashboard: Dashboard, widgetId: string): Dashboard {
  const widgets = widgetsOf(dashboard.config);
  const chart = widgets.find(({ id }) => id === widgetId);
  if (!chart) throw refuse('chart_not_found', { id: widgetId });
  const controls = widgets.filter(isControl).map((widget) => ({ ...widget, position: BELOW }));
  return {
    ...dashboard,
    config: {
      ...dashboard.config,
      layout: null,
      widgets: [{ ...chart, position: WHOLE_WIDTH }, ...controls],
    },
  };
}

/** The title of an AI widget; undefined for another one. */
export function summaryTitleOf(dashboard: Dashboard, widgetId: string): string | undefined {
  const widget = widgetsOf(dashboard.config).find(({ id, type }) => id === widgetId && type === 'AI');
  return widget && (aiConfigOf(widget).title ?? 'Summary');
}

/** A dashboard that shows a report alone, and was never published. */
export function reportDashboard({ title, snapshot, query }: ExportedReport, deploymentId: number): Dashboard {
  const { reportId } = snapshot;
  return {
    id: 1,
    publicId: `report-${reportId}`,
    deploymentId,
    workbookId: 1,
    status: 'published',
    title,
    versionId: 1,
    versionNumber: 1,
    allowEmbed: true,
    config: {
      widgets: [{ id: 'report', type: 'CHART', position: WHOLE_WIDTH, config: { reportId, title } }],
    },
    // What controls and features of the report say is in the query. The kind and its spec stay a pair, which the spread
    // hides from the types.
    reportSnapshots: [
      {
        ...snapshot,
        id: 1,
        periodComparisons: null,
        fillMissingRows: null,
        jsonQuery: JSON.stringify(query),
      } as Dashboard['reportSnapshots'][number],
    ],
  };
}
