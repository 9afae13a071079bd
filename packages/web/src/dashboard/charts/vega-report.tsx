import type { ChartPalette } from '@oriel/contract';
import type { DrillClick } from '@oriel/dashboard/drill-click';
import { use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { loadCharts } from './chart-library.ts';
import { ChartPalettes } from '../look/chart-palettes.ts';
import look from '../look/look.module.css';
import { orderByTotals } from './order-by-totals.ts';
import type { Problem } from '../store/problems.ts';
import type { ReportBodyProps } from '../elements/report-body-props.ts';
import { Skeleton } from '../look/skeleton.tsx';
import { readChartColors } from './theme.ts';
import styles from './vega-report.module.css';

/** A Vega-Lite chart. Until the chart library has been loaded, a skeleton is shown. */
export function VegaReport({
  spec,
  title,
  result: raw,
  source,
  themeKey,
  onDrill,
  onRendered,
  onProblem,
}: Omit<ReportBodyProps, 'kind' | 'spec'> & { spec: object }) {
  const container = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<Problem>();
  const [isDrawn, setDrawn] = useState(false);
  const isOrdered = source?.isOrdered() ?? true;
  const result = useMemo(() => (isOrdered ? raw : orderByTotals(spec, raw)), [spec, raw, isOrdered]);
  // The colours are read from the page; its theme has changed when the key has.
  const palettes = use(ChartPalettes);
  const drawing = JSON.stringify({ spec, palettes, themeKey });
  const drill = useEffectEvent((click: DrillClick) => onDrill?.(click));
  const finish = useEffectEvent((failed?: Problem) => {
    setProblem(failed);
    setDrawn(true);
    if (failed) onProblem?.(failed);
    onRendered?.();
  });
  useEffect(() => {
    const { current } = container;
    if (!current) return;
    let isGone = false;
    let destroy: (() => void) | undefined;
    const draw = async () => {
      const { drawChart } = await loadCharts();
      if (isGone) return;
      const drawn = JSON.parse(drawing) as { spec: object; palettes: readonly ChartPalette[] };
      const options = { container: current, spec: drawn.spec, palettes: drawn.palettes, result };
      const chart = await drawChart({ ...options, colors: readChartColors(current), onDrill: drill });
      destroy = chart.destroy;
      if (isGone) chart.destroy();
    };
    draw().then(
      () => !isGone && finish(),
      (error: unknown) => !isGone && finish(problemIn(error)),
    );
    return () => {
      isGone = true;
      destroy?.();
    };
  }, [drawing, result]);
  return (
    // Vega sets the description of its own element, so the chart's label is on an element around it.
    <div className={styles.vega}>
      <div
        className={styles.canvas}
        role="img"
        aria-label={t('chart.label', { title, count: result.rows.length })}
      >
        <div className={styles.canvas} ref={container} aria-hidden="true" />
      </div>
      {(problem || !isDrawn) && (
        <div className={styles.cover}>
          {problem ? (
            <p className={look.quiet} role="alert">
              {t(`problem.${problem.kind}.text`)}
              {problem.kind === 'outside' && <small> {problem.message}</small>}
            </p>
          ) : (
            <Skeleton />
          )}
        </div>
      )}
    </div>
  );
}

/** A module that does not arrive is a `TypeError`; all else is what the author's document meets. */
function problemIn(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  // Known by its name: its class is in the code that is loaded when it is needed.
  if (error instanceof Error && error.name === 'OutsideReference') return { kind: 'outside', message };
  const isLoading = error instanceof TypeError && /import|module|fetch/i.test(message);
  return { kind: isLoading ? 'code' : 'drawing', message };
}
