import type { Client } from '@oriel/client';
import type { Dashboard, DashboardWidget, PivotItems, ReportFeatures } from '@oriel/contract';

/** A dashboard to publish, with the reports that it shows. */
export interface Board {
  title?: string;
  reports?: Record<string, BoardReport>;
  widgets: readonly BoardWidget[];
  theme?: Record<string, unknown>;
  settings?: Record<string, unknown>;
}

export interface BoardReport {
  name: string;
  query: object;
  kind: 'vega' | 'table' | 'kpi' | 'html' | 'map' | 'sankey';
  spec?: object | string;
  /** What it compares and fills, in its meta. */
  features?: ReportFeatures;
  preferences?: object;
  pivotItems?: PivotItems;
  /** Python over the rows of the query. */
  python?: string;
}

/** A widget; a CHART's `report` is a key of the board's reports. Without a position it takes the next free rows. */
export type BoardWidget = Pick<DashboardWidget, 'id' | 'type'> & {
  position?: DashboardWidget['position'];
  config?: Record<string, unknown>;
};

/** Makes the reports in a workbook, and publishes the dashboard in place of the one before. */
export async function publishBoard(
  client: Client,
  { deploymentId, workbookId }: { deploymentId: number; workbookId: number },
  board: Board,
): Promise<Dashboard> {
  const reportIds = new Map<string, number>();
  for (const [
    key,
    { name, query, kind, spec = {}, features, preferences, pivotItems, python },
  ] of Object.entries(board.reports ?? {})) {
    const body = {
      name,
      workbookId,
      jsonQuery: JSON.stringify(query),
      ...(pivotItems && { pivotItems }),
      meta: {
        kind,
        spec,
        ...features,
        ...(preferences && { preferences }),
        ...(python !== undefined && { pythonCode: python }),
      },
    };
    reportIds.set(key, (await client.call('createReport', { params: { deploymentId }, body })).id);
  }
  const widgets = board.widgets.map((widget, index) => toWidget(widget, index, reportIds));
  const { title = 'Board', theme, settings } = board;
  const config = { widgets, ...(theme && { theme }), ...(settings && { settings }) };
  const body = { workbookId, title, allowEmbed: true, config };
  return client.call('publishDashboard', { params: { deploymentId, workbookId }, body });
}

function toWidget(
  { id, type, position, config = {} }: BoardWidget,
  index: number,
  reportIds: ReadonlyMap<string, number>,
): DashboardWidget {
  const { report, children, ...rest } = config;
  // What a board of a test gives a widget is checked when it is published.
  return {
    id,
    type,
    position: position ?? { x: 0, y: index * 6, w: 12, h: 6 },
    config: {
      ...rest,
      ...(typeof report === 'string' && { reportId: reportIds.get(report) }),
      // Children of a container are widgets of the board as well.
      ...(Array.isArray(children) && {
        children: (children as BoardWidget[]).map((child, at) => toWidget(child, at, reportIds)),
      }),
    },
  } as DashboardWidget;
}
