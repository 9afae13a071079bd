import { Refusal, schemas } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import { defineJob, handleJob, type HandledJob, type JobRun } from '../jobs/job.ts';
import type { DashboardRendering } from '../rendering/dashboard-rendering.ts';
import type { DrawPicture } from '../rendering/draw-picture.ts';
import type { SubjectPrincipals } from '../embedding/subjects/subject-principals.ts';
import { createExportStore, type ExportToDraw } from './export-store.ts';

/** Draws an export. */
export const drawExport = defineJob({
  name: 'draw-export',
  data: schemas.input('An export.', { exportId: schemas.text('Id of the export.') }),
  concurrency: 2,
  timeoutSeconds: 240,
  // After five minutes nobody asks for it any more.
  retry: { limit: 1, delaySeconds: 5, maxDelaySeconds: 10 },
});

/** What exports are drawn with. */
interface ExportTools {
  readonly db: Db;
  readonly rendering: DashboardRendering;
  readonly subjects: SubjectPrincipals;
  /** Undefined where the server has no Chromium. */
  readonly drawPicture: DrawPicture | undefined;
}

/** An export that cannot be drawn, for a reason that its submitter is told. */
class ExportFailure extends Error {
  override readonly name = 'ExportFailure';
}

/** Binds the job that draws exports. */
export function handleDrawing(tools: ExportTools): HandledJob {
  return handleJob(drawExport, async ({ exportId }, job) => {
    const store = createExportStore(tools.db);
    const found = await store.begin(exportId);
    if (!found) return;
    try {
      await store.complete(exportId, await draw(found, tools, job));
    } catch (error) {
      job.signal.throwIfAborted();
      const isKnown = error instanceof ExportFailure || error instanceof Refusal;
      if (!isKnown && job.retryCount < drawExport.retry.limit) throw error;
      if (!isKnown) job.logger.error({ err: error, exportId }, 'An export failed');
      await store.fail(exportId, isKnown ? error.message : 'The dashboard could not be drawn');
    }
  });
}

/** Draws under the rights that the subject has now. */
async function draw(
  { deploymentId, deployBranch, tenantId, publicId, format, request }: ExportToDraw,
  { rendering, subjects, drawPicture }: ExportTools,
  { signal }: JobRun,
): Promise<Buffer> {
  if (!drawPicture)
    throw new ExportFailure('The server has no Chromium: its operator installs one, or sets ORIEL_CHROMIUM');
  const viewer = await subjects.find({ tenantId, deploymentId }, request.subject);
  if (!viewer) throw new ExportFailure('The user is deactivated or not there any more');
  const target = { deploymentId, branch: deployBranch };
  const { controls, layout, openTabs } = request;
  const drawing = { ...(layout === 'print' && { layout }), ...(openTabs && { openTabs }) };
  const rendered = await rendering.render(viewer, {
    publicId,
    target,
    controls,
    signal,
    ...(Object.keys(drawing).length > 0 && { drawing }),
  });
  if (!rendered.permit) throw new ExportFailure('The data of this dashboard may not be downloaded');
  return drawPicture(rendered, format, signal);
}
