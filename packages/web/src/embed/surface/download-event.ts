import type { EventPayloads } from '@oriel/embed';
import type { ExportedFile } from '../../dashboard/store/export-file.ts';

/** What the host is told of a file that its viewer has exported. */
export function downloadOf({
  isComplete,
  widgetId,
  reportId,
  ...file
}: ExportedFile): EventPayloads['download'] {
  return {
    ...file,
    ...targetOf({ widgetId, reportId }),
    ...(file.rowCount !== undefined && { complete: isComplete }),
  };
}

function targetOf({ widgetId, reportId }: { widgetId: string | undefined; reportId: number | undefined }) {
  if (widgetId !== undefined) return { target: 'widget', widgetId } as const;
  if (reportId !== undefined) return { target: 'report', reportId } as const;
  return { target: 'dashboard' } as const;
}
