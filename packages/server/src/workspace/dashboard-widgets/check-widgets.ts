import { limits, refuseFields, type DashboardWidget, type DashboardWidgetDraftInput } from '@oriel/contract';

/** Widgets of a dashboard, as they are drafted or published. */
type Widgets = readonly (DashboardWidget | DashboardWidgetDraftInput)[];

/**
 * Checks what the widgets of a dashboard are to each other: how deep containers nest, and that ids are given once.
 *
 * @param path where the dashboard was sent or is stored
 * @throws `validation_failed` that names what is wrong
 */
export function checkWidgets(widgets: Widgets, path: string): void {
  checkNesting(widgets, path);
  checkIds(widgets, path);
}

/** Containers hold containers so deep and no deeper, in the builder as on the page. */
function checkNesting(widgets: Widgets, path: string, depth = 0): void {
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
 * Refuses widgets with an id that another one of the dashboard has, in whatever container: by their ids they are drawn,
 * asked for and set.
 *
 * @throws `validation_failed` that names each of them but the first
 */
function checkIds(widgets: Widgets, path: string): void {
  const firsts = new Map<string, string>();
  const issues: { path: string; message: string }[] = [];
  const visit = (list: Widgets, place: string) => {
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
