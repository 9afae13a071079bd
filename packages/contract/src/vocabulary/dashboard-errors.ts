import { defineError } from './define-error.ts';

/** Refusals of requests about dashboards. */
export const dashboardErrors = {
  dashboard_not_found: defineError<{ publicId: string }>(
    404,
    ({ publicId }) => `There is no dashboard ${publicId}`,
  ),
  dashboard_version_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `The dashboard has no version ${id}`,
  ),
  widget_not_found: defineError<{ id: string }>(
    404,
    ({ id }) => `The published dashboard has no AI widget ${JSON.stringify(id)}`,
  ),
  workbook_dashboard_not_found: defineError<{ workbookId: number }>(
    404,
    ({ workbookId }) => `The workbook ${workbookId} has no dashboard that was published`,
  ),
  chart_not_found: defineError<{ id: string }>(
    404,
    ({ id }) => `The dashboard has no chart ${JSON.stringify(id)}`,
  ),
};
