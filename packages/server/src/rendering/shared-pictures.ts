import type { TableSpec } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { queryCallerOf } from '../query/query-caller.ts';
import type { RenderedDashboard } from './dashboard-rendering.ts';
import type { DrawPicture, PictureFormat } from './draw-picture.ts';

/** Of all pictures that are kept for the next recipients. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A picture shows which periods are not over yet, which is about now. */
const KEPT_MS = 60_000;

/**
 * Draws once for all viewers who see the same: a picture follows from the version of the dashboard, what its controls
 * say, the rows, and the texts of AI widgets. Viewers at the same time wait for one drawing. An app is drawn for each
 * of them, and so is a table with totals or small charts: they are asked for while it is drawn, and viewers with the
 * same rows may have others.
 */
export function createSharedPictures(draw: DrawPicture): DrawPicture {
  const kept = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: ({ length }) => length,
  });
  const drawing = new Map<string, Promise<Buffer>>();
  return async (rendered, format, signal) => {
    // An app asks for its rows while it is drawn: what its viewer sees is not known before.
    if (rendered.dashboard.config.kind === 'APP') return draw(rendered, format, signal);
    const key = keyOf(rendered, format);
    const known = kept.get(key);
    if (known) return known;
    const running = drawing.get(key);
    if (running) {
      // Who gave up was another one.
      const shared = await running.catch(() => undefined);
      if (shared) return shared;
    }
    const started = draw(rendered, format, signal);
    drawing.set(key, started);
    try {
      const picture = await started;
      kept.set(key, picture);
      return picture;
    } finally {
      if (drawing.get(key) === started) drawing.delete(key);
    }
  };
}

function keyOf(
  { dashboard, answers, summaries, viewer, queries, drawing }: RenderedDashboard,
  format: PictureFormat,
): string {
  const { versionId, deploymentId } = dashboard;
  // A part of a version, or what is no version of a dashboard, is told apart by what it holds.
  const part = drawing?.isOneChart ? [dashboard.config, dashboard.reportSnapshots] : null;
  const seen = JSON.stringify([
    viewer.tenantId,
    deploymentId,
    versionId,
    format,
    answers,
    // Texts are their viewer's own.
    summaries?.versions ?? null,
    drawing ?? null,
    part,
    dashboard.reportSnapshots.some(asksLater) ? [queryCallerOf(viewer), queries.userAttributes] : null,
  ]);
  return createHash('sha256').update(seen).digest('base64');
}

/** Whether a report asks for more than its rows while it is drawn. */
function asksLater({ kind, spec }: RenderedDashboard['dashboard']['reportSnapshots'][number]): boolean {
  if (kind === 'html' && JSON.stringify(spec ?? '').includes('grandTotals')) return true;
  if (kind !== 'table' || !spec) return false;
  // The page reads it, whatever it holds.
  if (typeof spec === 'string') return true;
  // Stored by the schema of tables.
  const { columnTotals, rowTotals, groupRows, appliedFilters, columns = [] } = spec as TableSpec;
  const hasTotals = columnTotals === true || rowTotals === true || groupRows === true;
  // Filters are worded by the model as the viewer may see it.
  return hasTotals || appliedFilters === true || columns.some(({ display }) => display?.type === 'sparkline');
}
