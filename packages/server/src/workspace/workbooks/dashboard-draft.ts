import {
  DashboardConfigDraftInput,
  DashboardConfigInput,
  limits,
  refuseFields,
  type DashboardConfig,
  type DashboardWidget,
  type DashboardWidgetDraftInput,
} from '@oriel/contract';
import { createValueReader } from '../../http/validation.ts';
import { checkApp, checkAppFiles } from '../dashboard-apps/app-source.ts';

const readDraftInput = createValueReader(DashboardConfigDraftInput);
const readConfigInput = createValueReader(DashboardConfigInput);

/**
 * Reads a dashboard draft that may come as free data, and gives the widgets that have none an id: the same ones each time that
 * the same draft comes.
 *
 * @param path where the draft was sent
 * @throws `validation_failed` that names what is wrong in it
 */
export function readDraft(draft: unknown, path: string): DashboardConfig | null {
  if (draft === null || draft === undefined) return null;
  const { widgets, ...config } = readDraftInput(draft, path);
  checkNesting(widgets ?? [], path);
  checkIds(widgets ?? [], path);
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
  checkNesting(input.widgets ?? [], path);
  checkIds(input.widgets ?? [], path);
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

/** Containers hold containers so deep and no deeper, in the builder as on the page. */
function checkNesting(
  widgets: readonly (DashboardWidget | DashboardWidgetDraftInput)[],
  path: string,
  depth = 0,
): void {
  for (const [index, widget] of widgets.entries()) {
    if (widget.type !== 'CONTAINER') continue;
    const place = `${path}.${depth === 0 ? 'widgets' : 'config.children'}[${index}]`;
    if (depth === limits.MAX_CONTAINER_DEPTH) {
      const message = `is a container inside of ${depth} others; that is as deep as they nest`;
      throw refuseFields([{ path: place, message }]);
    }
    checkNesting(widget.config?.children ?? [], place, depth + 1);
  }
}

/**
 * Refuses widgets with an id that another one of the dashboard has, in whatever container: by their ids they are drawn, asked for and set.
 *
 * @throws `validation_failed` that names each of them but the first
 */
function checkIds(widgets: readonly (DashboardWidget | DashboardWidgetDraftInput)[], path: string): void {
  const firsts = new Map<string, string>();
  const issues: { path: string; message: string }[] = [];
  const visit = (list: typeof widgets, place: string) => {
    for (const [index, widget] of list.entries()) {
      const own = `${place}[${index}]`;
      const first = widget.id == null ? undefined : firsts.get(widget.id);
      if (first !== undefined)
        issues.push({
          path: `${own}.id`,
          message: `is the id of another widget, ${first}; each widget of a dashboard has an id of its own`,
        });
      else if (widget.id != null) firsts.set(widget.id, own);
      if (widget.type === 'CONTAINER') visit(widget.config?.children ?? [], `${own}.config.children`);
    }
  };
  visit(widgets, `${path}.widgets`);
  if (issues.length > 0) throw refuseFields(issues);
}
