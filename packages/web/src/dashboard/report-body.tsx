import type { KpiSpec, ReportKind, TableSpec } from '@oriel/contract';
import { useEffect, useMemo } from 'react';
import { t } from '../messages/dashboard-texts.ts';
import { followGrains } from './follow-grains.ts';
import { withColumnFormats } from '@oriel/dashboard/column-formats';
import { KpiReport } from './kpi-report.tsx';
import { TableReport } from './table-report.tsx';
import { VegaReport } from './vega-report.tsx';
import look from './look.module.css';
import type { ReportBodyProps } from './report-body-props.ts';

/** What a report shows of its rows, by its kind. */
export function ReportBody({
  kind,
  spec,
  result: raw,
  columnFormats,
  onDrill,
  canDrill,
  ...props
}: ReportBodyProps) {
  const result = useMemo(() => withColumnFormats(raw, columnFormats), [raw, columnFormats]);
  const document = useMemo(
    () => followGrains(typeof spec === 'string' ? parseSpec(spec) : spec, result),
    [spec, result],
  );
  if (kind === 'vega') return <VegaReport {...props} spec={document} result={result} onDrill={onDrill} />;
  return <Drawn onRendered={props.onRendered}>{bodyOf(kind, document, { result, onDrill, canDrill })}</Drawn>;
}

/** A text that is no object is what nothing can be drawn from. */
function parseSpec(text: string): object {
  try {
    const spec: unknown = JSON.parse(text);
    return typeof spec === 'object' && spec !== null ? spec : {};
  } catch {
    return {};
  }
}

function bodyOf(
  kind: ReportKind,
  spec: object,
  { result, ...drill }: Pick<ReportBodyProps, 'result' | 'onDrill' | 'canDrill'>,
) {
  if (kind === 'kpi') return <KpiReport result={result} spec={spec as KpiSpec} {...drill} />;
  if (kind === 'table') return <TableReport result={result} spec={spec as TableSpec} {...drill} />;
  return <p className={look.quiet}>{t('unsupported', { type: kind })}</p>;
}

/** Says that its children have been drawn. */
function Drawn({
  children,
  onRendered,
}: {
  children: React.ReactNode;
  onRendered: ReportBodyProps['onRendered'];
}) {
  useEffect(() => onRendered?.(), [onRendered]);
  return children;
}
