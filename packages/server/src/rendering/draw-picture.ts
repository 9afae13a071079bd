import type { RenderedDashboard } from './dashboard-rendering.ts';

/** What a dashboard is drawn as. */
export type PictureFormat = 'png' | 'pdf';

/**
 * Draws a dashboard as its viewer sees it.
 *
 * @throws where it cannot be drawn, or not in time
 */
export type DrawPicture = (
  rendered: RenderedDashboard,
  format: PictureFormat,
  signal: AbortSignal,
) => Promise<Buffer>;
