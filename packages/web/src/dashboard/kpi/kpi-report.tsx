import type { KpiBlock, KpiSpec } from '@oriel/contract';
import { useCallback, useEffect, useState } from 'react';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ReportBodyProps } from '../elements/report-body-props.ts';
import { Block } from './kpi-block.tsx';
import styles from './kpi-report.module.css';
import { useFigureRow } from './use-figure-row.ts';

interface KpiProps extends Pick<
  ReportBodyProps,
  'onDrill' | 'canDrill' | 'onPartProblem' | 'onRendered' | 'source'
> {
  title: string;
  result: QueryResult;
  spec: KpiSpec;
  themeKey?: string | undefined;
}

const ENDS: Readonly<Record<string, string>> = { start: 'flex-start', end: 'flex-end' };

/** Figures one below the other, or side by side. It is drawn when its last block is. */
export function KpiReport({ spec, source, onRendered, ...shared }: KpiProps) {
  const figureRow = useFigureRow(spec, shared.result, source);
  const { blocks = [], direction = 'column', align, justify, gap, wrap } = spec;
  const markDrawn = useDrawnParts(
    blocks.filter(({ type }) => drawLater.has(type)).length,
    !figureRow.isLoading,
    onRendered,
  );
  const style = {
    ...(align && { alignItems: ENDS[align] ?? align }),
    ...(justify && { justifyContent: ENDS[justify] ?? justify }),
    ...(gap !== undefined && { gap }),
    ...(wrap === true && { flexWrap: 'wrap' as const }),
  };
  // Above a single number stands the title of the report.
  const isNamed = blocks.filter(({ type }) => type === 'number').length > 1;
  return (
    <div className={styles.kpi} data-direction={direction} data-settled={!figureRow.isLoading} style={style}>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no ids of their own and never change places
        <Block
          key={index}
          {...{ block, isNamed, figureRow }}
          {...shared}
          onRendered={() => markDrawn(index)}
        />
      ))}
    </div>
  );
}

/** Blocks with code that is loaded when the first of them is met. */
const drawLater: ReadonlySet<KpiBlock['type']> = new Set(['text', 'html']);

/**
 * Says that a report has been drawn once its figures are there and each of so many parts has said so. Returns how a
 * part says it.
 */
function useDrawnParts(count: number, isLoaded: boolean, onRendered: ReportBodyProps['onRendered']) {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set());
  const isDrawn = isLoaded && drawn.size >= count;
  useEffect(() => {
    if (isDrawn) onRendered?.();
  }, [isDrawn, onRendered]);
  return useCallback(
    (part: number) => setDrawn((before) => (before.has(part) ? before : new Set([...before, part]))),
    [],
  );
}
