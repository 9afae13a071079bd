import type { DashboardConfig, DashboardWidget, Report } from '@oriel/contract';
import { wordsOf } from '../../dashboard/use-member-names.ts';
import { withCompaction, withWidget, type MakeId } from './dashboard-draft.ts';

/** The widgets that the editor makes. */
export type NewWidgetType =
  | 'CHART'
  | 'TEXT'
  | 'FILTER'
  | 'TIME_GRAIN'
  | 'AI'
  | 'SPACER'
  | 'DIVIDER'
  | 'CONTAINER';

/** Columns and rows of a widget that is new, on a grid of twelve columns. */
const SIZES: Readonly<Record<NewWidgetType, { w: number; h: number }>> = {
  CHART: { w: 6, h: 7 },
  TEXT: { w: 6, h: 3 },
  FILTER: { w: 3, h: 2 },
  TIME_GRAIN: { w: 3, h: 2 },
  AI: { w: 6, h: 6 },
  SPACER: { w: 3, h: 2 },
  DIVIDER: { w: 12, h: 1 },
  CONTAINER: { w: 12, h: 8 },
};

/** Rows of a chart by the kind of its report: a figure needs few, a table many. */
const HEIGHTS: Readonly<Record<string, number>> = { kpi: 4, table: 9, map: 9 };

/**
 * An id that no widget of the dashboard has had: comments, addresses and threads of AI name widgets by it, also those that are deleted.
 */
export const makeId: MakeId = (type) =>
  `${type.toLowerCase().replaceAll('_', '-')}-${crypto.randomUUID().slice(0, 8)}`;

/** A widget that is new; where it lies is decided when it is added. */
export function newWidget(
  type: NewWidgetType,
  config: Readonly<Record<string, unknown>> = {},
  newId: MakeId = makeId,
): DashboardWidget {
  // The config is one of the type.
  return { id: newId(type), type, position: { x: 0, y: 0, ...SIZES[type] }, config } as DashboardWidget;
}

/** A chart of a report. */
export function newChart({ id, meta }: Pick<Report, 'id' | 'meta'>, newId: MakeId = makeId): DashboardWidget {
  const chart = newWidget('CHART', { reportId: id }, newId);
  // One that names no kind is drawn as a table.
  const h = HEIGHTS[String(meta?.['kind'] ?? 'table')] ?? SIZES.CHART.h;
  const w = meta?.['kind'] === 'kpi' ? 3 : SIZES.CHART.w;
  return { ...chart, position: { ...chart.position, w, h } };
}

/** A dashboard to begin with: every report beside the other, gaps closed. */
export function newDashboard(
  title: string,
  reports: readonly Pick<Report, 'id' | 'meta'>[],
  newId: MakeId = makeId,
): DashboardConfig {
  const empty = withCompaction({ kind: 'CLASSIC', title, widgets: [] }, true);
  return reports.reduce((draft, report) => withWidget(draft, newChart(report, newId)), empty);
}

/** What a widget is called: its title, that of its report, its member, or the first words of its text. */
export function nameOf(
  widget: DashboardWidget,
  reports: readonly Pick<Report, 'id' | 'title' | 'name'>[],
): string | undefined {
  const { title, label, member, content, reportId } = (widget.config ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const report = reports.find(({ id }) => id === reportId);
  const texts: readonly unknown[] = [title, report?.title, report?.name, label];
  const found = texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
  if (found !== undefined) return found;
  if (typeof member === 'string' && member !== '') return wordsOf(member);
  if (typeof content === 'string') return firstWords(content);
  return undefined;
}

const WORDS = 40;

function firstWords(content: string): string | undefined {
  const line = content.split('\n').find((each) => each.trim() !== '');
  const text = line?.replace(/^[#>*\-\s]+/, '').trim() ?? '';
  if (text === '') return undefined;
  return text.length > WORDS ? `${text.slice(0, WORDS)}…` : text;
}
