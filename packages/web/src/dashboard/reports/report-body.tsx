import type { HtmlSpec, KpiSpec, MapSpec, ReportKind, TableSpec } from '@oriel/contract';
import { withColumnFormats } from '@oriel/dashboard/column-formats';
import { withComparedTitles } from '@oriel/dashboard/compared-titles';
import { useEffect, useMemo } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { textLanguage } from '../../messages/language.ts';
import { followGrains, readSpec } from '../charts/follow-grains.ts';
import { lazyReport } from '../elements/lazy-report.tsx';
import { VegaReport } from '../charts/vega-report.tsx';
import look from '../look/look.module.css';
import styles from './report-body.module.css';
import type { ReportBodyProps } from '../elements/report-body-props.ts';
import type { SankeySpec } from '../sankey/read-flows.ts';

const TableReport = lazyReport(async () => (await import('../table/table-report.tsx')).TableReport);

const KpiReport = lazyReport(async () => (await import('../kpi/kpi-report.tsx')).KpiReport, {
  drawsLater: true,
});
const HtmlReport = lazyReport(async () => (await import('../html/html-report.tsx')).HtmlReport, {
  drawsLater: true,
});
const MapReport = lazyReport(async () => (await import('../map/map-report.tsx')).MapReport, {
  drawsLater: true,
});

const SankeyReport = lazyReport(async () => (await import('../sankey/sankey-report.tsx')).SankeyReport);

/** What a report shows of its rows, and whether a script has made them of a part of its own. */
export function ReportBody(props: ReportBodyProps) {
  const { firstRows } = props.result;
  if (firstRows === undefined) return <KindBody {...props} />;
  return (
    <div className={styles.noted}>
      <p className={look.quiet} role="note">
        {t('chart.pythonCut', { rows: firstRows })}
      </p>
      <KindBody {...props} />
    </div>
  );
}

/** By its kind. */
function KindBody({ kind, spec, result: raw, columnFormats, ...props }: ReportBodyProps) {
  const { onDrill, canDrill, onRendered, onProblem, onPartProblem, source } = props;
  const language = textLanguage();
  const result = useMemo(() => {
    const formatted = withColumnFormats(raw, columnFormats);
    return { ...formatted, columns: withComparedTitles(formatted.columns, language) };
  }, [raw, columnFormats, language]);
  const document = useMemo(
    () => (kind === 'html' ? spec : followGrains(readSpec(spec), result)),
    [kind, spec, result],
  );
  const shared = { result, title: props.title, themeKey: props.themeKey, onRendered, onProblem };
  // A spec has the form of its kind: it was checked when it was stored, and what an older version stored is caught
  // where it is drawn.
  switch (kind) {
    case 'vega':
      return <VegaReport {...props} spec={document as object} result={result} />;
    case 'table':
      return (
        <TableReport
          {...{ result, source, onDrill, canDrill, onRendered, onProblem }}
          title={props.title}
          spec={document as TableSpec}
        />
      );
    case 'kpi':
      return (
        <KpiReport {...shared} {...{ source, onDrill, canDrill, onPartProblem }} spec={document as KpiSpec} />
      );
    case 'html':
      return <HtmlReport {...shared} source={source} spec={document as string | HtmlSpec} />;
    case 'map':
      return <MapReport {...shared} onDrill={onDrill} spec={document as MapSpec} />;
    case 'sankey':
      return (
        <SankeyReport
          {...{ result, title: props.title, onDrill, canDrill, onRendered, onProblem }}
          spec={document as SankeySpec}
        />
      );
    default:
      return (
        <Drawn onRendered={onRendered}>
          <p className={look.quiet}>{t('unsupported', { type: kind })}</p>
        </Drawn>
      );
  }
}

/** Begins to load what draws reports of a kind, while their rows are on their way. */
export function preloadReport(kind: ReportKind): void {
  if (kind === 'table') TableReport.preload();
  if (kind === 'kpi') KpiReport.preload();
  if (kind === 'html') HtmlReport.preload();
  if (kind === 'map') MapReport.preload();
  if (kind === 'sankey') SankeyReport.preload();
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
