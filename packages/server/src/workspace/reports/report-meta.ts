import { findChartFaults, refuse, ReportMeta } from '@oriel/contract';
import { createValueCheck } from '../../http/validation.ts';

const check = createValueCheck(ReportMeta);

/**
 * Reads how a report is drawn. A report may say nothing of it, and keys of clients are kept; what is said must be of a form
 * that a snapshot of the report can be answered in.
 *
 * @throws `validation_failed` with paths below `meta`
 */
export function readReportMeta(meta: object | null | undefined): ReportMeta {
  const told = meta ?? {};
  check(told, 'meta');
  // The check has just compared it with this very schema.
  const read = told as ReportMeta;
  checkChart(read);
  return read;
}

/** Other kinds have no document that names where something is loaded from. */
function checkChart({ kind, spec }: ReportMeta): void {
  if (kind !== 'vega' || spec == null) return;
  const issues = findChartFaults(spec, 'meta.spec');
  if (issues.length > 0) throw refuse('validation_failed', { count: issues.length }, { issues });
}
