import { limits, refuse, type DashboardWidget } from '@oriel/contract';
import { queryOf } from '@oriel/dashboard/chart-query';
import { aiConfigOf, chartConfigOf } from '@oriel/dashboard/widgets';
import { createHash } from 'node:crypto';
import type { AgentCaller } from '../tools/agent-tool.ts';
import type { ShownDashboard } from '../tools/shown-dashboard.ts';

/** What the text of an AI widget is written from. */
export interface SummaryBasis {
  readonly title: string;
  readonly prompt: string;
  /** Of the prompt, the charts, the controls as they are set, and the zone; rows that change leave it as it is. */
  readonly checksum: string;
}

const DEFAULT_PROMPT = 'Summarise what this dashboard shows, and what stands out.';

/** Reads what the text of a widget is written from. @throws `widget_not_found` */
export function summaryBasisOf(
  { dashboard, widgets, states }: ShownDashboard,
  widgetId: string,
  { timezone, branch }: Pick<AgentCaller, 'timezone' | 'branch'>,
): SummaryBasis {
  const widget = widgets.find(({ id, type }) => id === widgetId && type === 'AI');
  if (!widget) throw refuse('widget_not_found', { id: widgetId });
  const config = aiConfigOf(widget);
  const prompt = (config.prompt ?? DEFAULT_PROMPT).slice(0, limits.MAX_CHAT_INPUT_LENGTH);
  const snapshots = new Map(dashboard.reportSnapshots.map((snapshot) => [snapshot.reportId, snapshot]));
  const chartOf = (each: DashboardWidget) => {
    const chart = chartConfigOf(each);
    const snapshot = snapshots.get(chart?.reportId ?? -1);
    return snapshot ? [{ id: each.id, chart, query: queryOf(snapshot), kind: snapshot.kind }] : [];
  };
  const texts = widgets.flatMap((each) => (each.type === 'TEXT' ? [each.config?.content] : []));
  const basis = [prompt, widgets.flatMap(chartOf), texts, states.settings(), timezone, branch];
  return {
    title: config.title ?? prompt,
    prompt,
    checksum: createHash('sha256').update(JSON.stringify(basis)).digest('hex'),
  };
}
