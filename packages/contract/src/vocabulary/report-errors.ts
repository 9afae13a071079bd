import { defineError } from './define-error.ts';

/** Refusals of requests about reports. */
export const reportErrors = {
  report_in_workbook: defineError<{ id: number; workbookId: number }>(
    400,
    ({ id, workbookId }) =>
      `The report ${id} is a tab of the workbook ${workbookId} and lies where that lies; move the workbook, or take the report out of it by workbookId: null`,
  ),
  public_id_fixed: defineError<{ publicId: string }>(
    400,
    ({ publicId }) => `The report already has the publicId ${publicId}, which never changes`,
  ),
  public_id_reserved: defineError<{ publicId: string }>(
    400,
    ({ publicId }) =>
      `The publicId ${publicId} stands for a report without one and may not be chosen; choose 12 letters and digits of your own`,
  ),
  public_id_taken: defineError<{ publicId: string }>(
    409,
    ({ publicId }) => `Another report has the publicId ${publicId}; choose another`,
  ),
  report_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `There is no report ${id} in this deployment`,
  ),
};
