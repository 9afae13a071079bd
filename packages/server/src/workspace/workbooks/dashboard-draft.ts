import { DashboardConfigDraftInput, type DashboardConfig } from '@oriel/contract';
import { randomUUID } from 'node:crypto';
import { createPartCheck } from '../../http/validation.ts';

const check = createPartCheck('body', DashboardConfigDraftInput);

/**
 * Checks a dashboard draft that comes as free data, and names the widgets that have no id yet.
 *
 * @throws `validation_failed` that names what is wrong in it
 */
export function checkDashboardDraft(draft: unknown): DashboardConfig | null {
  if (draft === null || draft === undefined) return null;
  check(draft);
  // The check has just compared it with this very schema.
  const checked = draft as DashboardConfigDraftInput;
  return {
    ...checked,
    widgets: checked.widgets?.map((widget) => ({ ...widget, id: widget.id ?? randomUUID() })) ?? [],
  };
}

/**
 * Checks a workbook's metadata, which is free but for the dashboard draft in it.
 *
 * @throws `validation_failed`
 */
export function checkMeta(meta: Record<string, unknown>): Record<string, unknown> {
  const { dashboardDraft, ...rest } = meta;
  return dashboardDraft === undefined
    ? rest
    : { ...rest, dashboardDraft: checkDashboardDraft(dashboardDraft) };
}
