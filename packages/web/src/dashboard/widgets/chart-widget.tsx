import type { WidgetOf } from '@oriel/contract';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { DashboardViewProps } from '../elements/dashboard-view-props.ts';
import { fileOf } from '../store/export-file.ts';
import { ExportStatus } from '../exports/export-status.tsx';
import { Menu } from '../elements/menu.tsx';
import { isPassing, type Problem } from '../store/problems.ts';
import { preloadReport, ReportBody } from '../reports/report-body.tsx';
import { Skeleton } from '../look/skeleton.tsx';
import { useExport } from '../exports/use-export.ts';
import { useDrill } from '../drill/use-drill.tsx';
import { useChart } from '../store/use-store.ts';
import { columnTitle } from '../formats/compared-titles.ts';
import { WidgetTitle } from '../elements/widget-title.tsx';
import look from '../look/look.module.css';
import styles from './chart-widget.module.css';

/** A table's without columns of its author's: it shows all. */
const NO_SPEC = {};

const TABLES = ['csv', 'xlsx'] as const;
/** Where the server draws. */
const ALL_FORMATS = [...TABLES, 'png', 'pdf'] as const;

/** A chart with its title, its menu and its states. */
export function ChartWidget(props: DashboardViewProps & { widget: WidgetOf<'CHART'>; depth?: number }) {
  const { store, widget, allowExport = false, canDraw = false, showsFailures = false, themeKey } = props;
  const file = useExport(props);
  const state = useChart(store, widget.id);
  const snapshot = store.snapshot(widget.id);
  const [asTable, setAsTable] = useState(false);
  const config = widget.config ?? {};
  const title = config.title ?? snapshot?.title ?? snapshot?.name ?? t('unavailable');
  const kind = asTable ? 'table' : (snapshot?.kind ?? 'table');
  const isEmpty = state.result?.rows.length === 0;
  const markRendered = useCallback(() => store.markRendered(widget.id), [store, widget.id]);
  const markFailed = useCallback(
    (problem: Problem) => store.markFailed(widget.id, problem),
    [store, widget.id],
  );
  const drill = useDrill(props, widget.id, state.result);
  useEffect(() => preloadReport(kind), [kind]);
  // What draws nothing has no later moment to say so.
  useEffect(() => {
    if (state.status === 'error' || (state.status === 'ready' && (isEmpty || asTable))) markRendered();
  }, [state.status, isEmpty, asTable, markRendered]);
  return (
    <section
      className={`${look.card} ${styles.chart}`}
      data-part="chart"
      aria-label={title}
      aria-busy={state.status === 'loading'}
    >
      <header>
        {config.hideTitle ? <span /> : <WidgetTitle title={title} depth={props.depth} />}
        {state.result && (
          <Menu label={t('chart.menu', { title })}>
            <button type="button" onClick={() => setAsTable(!asTable)}>
              {asTable ? t('chart.viewAsChart') : t('chart.viewAsTable')}
            </button>
            {drill.measures.map((column) => (
              <button key={column} type="button" onClick={() => drill.onDrill({ column, coordinates: {} })}>
                {drill.measures.length === 1
                  ? t('drill.menu')
                  : t('drill.menuOf', { measure: columnTitle(column, state.result?.columns[column]) })}
              </button>
            ))}
            {allowExport && (
              <>
                {(canDraw ? ALL_FORMATS : TABLES).map((format) => (
                  <button
                    key={format}
                    type="button"
                    onClick={() => void file.start({ ...fileOf(format, kind), widgetId: widget.id, title })}
                  >
                    {format === 'csv' ? t('chart.downloadCsv') : t(`export.${format}`)}
                  </button>
                ))}
              </>
            )}
          </Menu>
        )}
      </header>
      <ExportStatus store={props.store} state={file.state} onStop={file.stop} />
      {state.problem ? (
        <ProblemState
          problem={state.problem}
          showsFailures={showsFailures}
          onRetry={() => store.refresh([widget.id])}
        />
      ) : !state.result ? (
        state.status === 'loading' && <Skeleton />
      ) : isEmpty ? (
        <div className={styles.state} data-part="state" role="status">
          {t(store.isFiltered(widget.id) ? 'chart.emptyFiltered' : 'chart.empty')}
        </div>
      ) : (
        <div className={styles.body} data-stale={state.status !== 'ready'}>
          <ReportBody
            kind={kind}
            spec={asTable ? NO_SPEC : (snapshot?.spec ?? NO_SPEC)}
            title={title}
            result={state.result}
            columnFormats={snapshot?.preferences?.columnFormats}
            themeKey={themeKey}
            onDrill={drill.onDrill}
            canDrill={drill.canDrill}
            source={store.source(widget.id)}
            onRendered={markRendered}
            onProblem={markFailed}
            onPartProblem={(problem) => store.markPartFailed(widget.id, problem)}
          />
        </div>
      )}
      {drill.dialog}
    </section>
  );
}

interface ProblemStateProps {
  problem: Problem;
  showsFailures: boolean;
  onRetry(): void;
}

/** Why there is no chart, in words for viewers, and another try where that may help. */
function ProblemState({ problem, showsFailures, onRetry }: ProblemStateProps) {
  const { kind, message } = problem;
  const isTold = kind === 'pythonRefused' || (kind === 'pythonFailed' && showsFailures);
  return (
    <div className={styles.state} data-part="state" data-problem={problem.kind} role="alert">
      <b>{t(`problem.${problem.kind}.title`)}</b>
      <p>{t(`problem.${problem.kind}.text`)}</p>
      {isTold && <code lang="en">{message}</code>}
      {isPassing(problem) && (
        <button type="button" className={look.quietButton} onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}
