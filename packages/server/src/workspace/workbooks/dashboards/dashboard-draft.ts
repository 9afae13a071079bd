import {
  DashboardConfigDraftInput,
  DashboardConfigInput,
  type DashboardConfig,
  type DashboardWidget,
  type DashboardWidgetDraftInput,
} from '@oriel/contract';
import { createValueReader } from '../../../http/requests/validation.ts';
import { checkWidgets } from '../../dashboard-widgets/check-widgets.ts';
import { checkApp, checkAppFiles } from '../../dashboard-apps/app-source.ts';

const readDraftInput = createValueReader(DashboardConfigDraftInput);
const readConfigInput = createValueReader(DashboardConfigInput);

/**
 * Reads a dashboard draft that may come as free data, and gives the widgets that have none an id: the same ones each
 * time that the same draft comes.
 *
 * @param path where the draft was sent
 * @throws `validation_failed` that names what is wrong in it
 */
export function readDraft(draft: unknown, path: string): DashboardConfig | null {
  if (draft === null || draft === undefined) return null;
  const { widgets, ...config } = readDraftInput(draft, path);
  checkWidgets(widgets ?? [], path);
  checkAppFiles(config, path);
  return { ...config, widgets: withIds(widgets ?? []) };
}

/**
 * Reads what is to be published, which an older version may have stored as a draft in another form.
 *
 * @param path where it was sent or is stored
 * @throws `validation_failed` that names what is wrong in it
 */
export function readConfig(config: unknown, path: string): DashboardConfig {
  const input = readConfigInput(config, path);
  checkWidgets(input.widgets ?? [], path);
  checkApp(input, path);
  return input;
}

/**
 * Reads a workbook's metadata, which is free but for the dashboard draft in it.
 *
 * @throws `validation_failed`
 */
export function readMeta(meta: Record<string, unknown>): Record<string, unknown> {
  const { dashboardDraft, ...rest } = meta;
  if (dashboardDraft === undefined) return rest;
  return { ...rest, dashboardDraft: readDraft(dashboardDraft, 'meta.dashboardDraft') };
}

function withIds(widgets: readonly DashboardWidgetDraftInput[]): DashboardWidget[] {
  const taken = new Set(idsIn(widgets));
  const makeId = (type: string): string => {
    let number = 1;
    while (taken.has(`${type}-${number}`)) number += 1;
    taken.add(`${type}-${number}`);
    return `${type}-${number}`;
  };
  const withId = (widget: DashboardWidgetDraftInput): DashboardWidget => {
    const id = widget.id ?? makeId(widget.type.toLowerCase());
    if (widget.type !== 'CONTAINER') return { ...widget, id };
    const { children, ...config } = widget.config ?? {};
    return { ...widget, id, config: { ...config, ...(children && { children: children.map(withId) }) } };
  };
  return widgets.map(withId);
}

function idsIn(widgets: readonly DashboardWidgetDraftInput[]): string[] {
  return widgets.flatMap((widget) => [
    ...(widget.id == null ? [] : [widget.id]),
    ...(widget.type === 'CONTAINER' ? idsIn(widget.config?.children ?? []) : []),
  ]);
}
