import { refuse, type Dashboard, type EmbeddedExportInput, type ReportExportInput } from '@oriel/contract';
import type { DashboardRendering, DrawingOptions } from '../../rendering/dashboard-rendering.ts';
import type { DrawPicture } from '../../rendering/draw-picture.ts';
import type { ViewerQueries } from '../../rendering/viewer-queries.ts';
import type { DownloadPermit } from '../../workspace/download-permit.ts';
import type { ExportCall } from './export-call.ts';

/** What the picture of a report or a dashboard is drawn with. */
export interface ReportPictureNeeds {
  readonly rendering: Pick<DashboardRendering, 'renderFound'>;
  /** Undefined where the server has no Chromium. */
  readonly drawPicture: DrawPicture | undefined;
}

/** Draws a dashboard, or the one chart that it has. @throws `drawing_unavailable` */
export async function drawReport(
  { rendering, drawPicture }: ReportPictureNeeds,
  call: ExportCall,
  request: {
    dashboard: Dashboard;
    whole?: Dashboard;
    permit: DownloadPermit;
    controls: EmbeddedExportInput;
    queries?: ViewerQueries;
  },
  { isOneChart, filters, openTabs }: Pick<DrawingOptions, 'filters' | 'openTabs'> & { isOneChart: boolean },
): Promise<Buffer> {
  const { controls } = request;
  if (!drawPicture) throw refuse('drawing_unavailable');
  const { format, layout, locale, timezone } = controls;
  if (!isDrawn(format)) throw new Error('A table is not drawn');
  const drawing = {
    ...(layout === 'print' && { layout }),
    locale: locale ?? undefined,
    timezone: timezone ?? undefined,
    isOneChart,
    filters: isOneChart ? filters : null,
    ...(openTabs && { openTabs }),
  };
  const { viewer, target, signal } = call;
  const found = { ...request, target, signal, drawing };
  return drawPicture(await rendering.renderFound(viewer, found), format, signal);
}

/** Whether a format is a picture of the page, and no table. */
export function isDrawn(format: ReportExportInput['format']): format is 'png' | 'pdf' {
  return format === 'png' || format === 'pdf';
}
