import { findChartFaults, refuseFields, ReportMeta } from '@oriel/contract';
import { createValueReader } from '../../http/validation.ts';

const read = createValueReader(ReportMeta);

/**
 * Reads how a report is drawn. A report may say nothing of it, and keys of clients are kept; what is said must be of a form
 * that a snapshot of the report can be answered in.
 *
 * @throws `validation_failed` with paths below `meta`
 */
export function readReportMeta(meta: object | null | undefined): ReportMeta {
  const drawing = read(meta ?? {}, 'meta');
  checkChart(drawing);
  return drawing;
}

/** Other kinds have no document that names where something is loaded from. */
function checkChart({ kind, spec }: ReportMeta): void {
  if (kind !== 'vega' || spec == null) return;
  const issues = findChartFaults(spec, 'meta.spec');
  if (issues.length > 0) throw refuseFields(issues);
}
