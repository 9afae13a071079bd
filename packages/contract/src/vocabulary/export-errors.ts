import { defineError } from './define-error.ts';

/** Refusals of requests about exports. */
export const exportErrors = {
  export_not_found: defineError(404, () => 'There is no such export of yours; it may have expired'),
  export_not_ready: defineError(409, () => 'The export is still being drawn; ask for its status first'),
  drawing_unavailable: defineError(
    422,
    () =>
      'Nothing can be drawn: the server has no Chromium. Its operator installs one, or names it in ORIEL_CHROMIUM',
  ),
  export_failed: defineError<{ reason: string }>(422, ({ reason }) => `The export has failed: ${reason}`),
};
