import type { DashboardConfig, DashboardWidget, Report } from '@oriel/contract';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';
import { wordsOf } from '../../../dashboard/filters/member-words.ts';
import { withCompaction, withWidget, type MakeId } from './dashboard-draft.ts';
import { SIZES, type NewWidgetType } from './widget-sizes.ts';

/** Rows of a chart by the kind of its report: a figure needs few, a table many. */
const HEIGHTS: Readonly<Record<string, number>> = { kpi: 4, table: 9, map: 9 };

/**
 * An id that no widget of the dashboard has had: comments, addresses and threads of AI name widgets by it, also those
 * that are deleted.
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

/** In columns of the grid of a new dashboard. */
const COLUMNS = DASHBOARD_LAYOUT_DEFAULTS.cols.lg;
/** The most figures beside each other. */
const MOST_FIGURES = 4;

/**
 * A dashboard to begin with: figures in lines at its top, then every other report, two beside each other; gaps are
 * closed.
 */
export function newDashboard(
  title: string,
  reports: readonly Pick<Report, 'id' | 'meta'>[],
  newId: MakeId = makeId,
): DashboardConfig {
  const empty = withCompaction({ kind: 'CLASSIC', title, widgets: [] }, true);
  const [figures, others] = [reports.filter(isFigure), reports.filter((report) => !isFigure(report))];
  const lines = [...inLines(figures, MOST_FIGURES), ...inLines(others, 2)];
  return lines
    .flatMap((line) => filled(line.map((report) => newChart(report, newId))))
    .reduce((draft, chart) => withWidget(draft, chart), empty);
}

const isFigure = ({ meta }: Pick<Report, 'meta'>) => meta?.['kind'] === 'kpi';

/** Lines of so many at most that are about as long. */
function inLines<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.ceil(items.length / most);
  const least = Math.floor(items.length / count);
  const longer = items.length % count;
  const startOf = (line: number) => line * least + Math.min(line, longer);
  return Array.from({ length: count }, (_, line) => items.slice(startOf(line), startOf(line + 1)));
}

/** Widgets of one line that fill it, as high as the highest. */
function filled(line: readonly DashboardWidget[]): DashboardWidget[] {
  const h = Math.max(...line.map(({ position }) => position.h));
  return line.map((widget) => ({ ...widget, position: { ...widget.position, w: COLUMNS / line.length, h } }));
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
