import type { KpiSpec, ReportKind, TableSpec } from '@oriel/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../messages/dashboard-texts.ts';
import type { Cell, QueryResult } from '../query/load-batch.ts';
import { loadCharts } from './chart-library.ts';
import { followGrains } from './follow-grains.ts';
import { KpiReport } from './kpi-report.tsx';
import { TableReport } from './table-report.tsx';
import { readChartColors } from './theme.ts';
import look from './look.module.css';
import styles from './vega-report.module.css';

export interface ReportBodyProps {
  kind: ReportKind;
  /** By kind: a Vega-Lite document, a table's or a KPI's specification; as JSON text or as an object. */
  spec: string | object;
  title: string;
  result: QueryResult;
  themeKey?: string | undefined;
  onSelect?: ((member: string, value: Cell | undefined) => void) | undefined;
  /** Called when it stands on the page. */
  onRendered?(): void;
}

/** What a report shows of its rows, by its kind. */
export function ReportBody({ kind, spec, result, onSelect, ...props }: ReportBodyProps) {
  const document = useMemo(
    () => followGrains(typeof spec === 'string' ? (JSON.parse(spec) as object) : spec, result),
    [spec, result],
  );
  if (kind === 'vega') return <VegaReport {...props} spec={document} result={result} onSelect={onSelect} />;
  return <Drawn onRendered={props.onRendered}>{bodyOf(kind, document, { result, onSelect })}</Drawn>;
}

function bodyOf(
  kind: ReportKind,
  spec: object,
  { result, onSelect }: Pick<ReportBodyProps, 'result' | 'onSelect'>,
) {
  if (kind === 'kpi') return <KpiReport result={result} spec={spec as KpiSpec} onSelect={onSelect} />;
  if (kind === 'table') return <TableReport result={result} spec={spec as TableSpec} onSelect={onSelect} />;
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

function VegaReport({
  spec,
  title,
  result,
  themeKey,
  onSelect,
  onRendered,
}: Omit<ReportBodyProps, 'kind' | 'spec'> & { spec: object }) {
  const container = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const specText = JSON.stringify(spec);
  useEffect(() => {
    const { current } = container;
    if (!current) return;
    let isGone = false;
    let destroy: (() => void) | undefined;
    loadCharts()
      .then(({ drawChart }) =>
        drawChart({
          container: current,
          spec: JSON.parse(specText) as object,
          result,
          colors: readChartColors(current),
          onSelect: (member, value) => onSelect?.(member, value),
        }),
      )
      .then((chart) => {
        destroy = chart.destroy;
        if (isGone) chart.destroy();
        else onRendered?.();
      })
      .catch((error: unknown) => {
        if (isGone) return;
        setProblem((error as Error).message);
        onRendered?.();
      });
    return () => {
      isGone = true;
      destroy?.();
    };
  }, [specText, result, themeKey, onSelect, onRendered]);
  if (problem !== undefined)
    return (
      <p className={look.quiet} role="alert">
        {problem}
      </p>
    );
  return (
    // Vega describes its own element as it likes, so the words for the chart stand around it.
    <div
      className={styles.vega}
      role="img"
      aria-label={t('chart.label', { title, count: result.rows.length })}
    >
      <div className={styles.canvas} ref={container} aria-hidden="true" />
    </div>
  );
}
