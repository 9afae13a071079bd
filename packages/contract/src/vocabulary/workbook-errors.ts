import { defineError } from './define-error.ts';

/** Refusals of requests about workbooks. */
export const workbookErrors = {
  no_draft_to_publish: defineError(
    400,
    () => 'There is nothing to publish: send config, or save a dashboard draft first',
  ),
  report_not_in_workbook: defineError<{ reportId: number }>(
    400,
    ({ reportId }) => `A chart refers to the report ${reportId}, which is not a report of this workbook`,
  ),
  dashboard_too_large: defineError<{ bytes: number; max: number }>(
    400,
    ({ bytes, max }) =>
      `The reports of the dashboard take ${bytes} bytes together, and ${max} is the most; show fewer of them, or make what they hold smaller`,
  ),
  no_published_dashboard: defineError(400, () => 'The workbook has no published dashboard; publish it first'),
  workbook_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `There is no workbook ${id} in this deployment`,
  ),
  slug_taken: defineError<{ slug: string }>(
    409,
    ({ slug }) => `Another workbook has the slug ${JSON.stringify(slug)}; send slugTakeover to take it over`,
  ),
  upsert_branch_changed: defineError(
    409,
    () => 'Another request created or deleted the same record at the same time; send the request again',
  ),
};
