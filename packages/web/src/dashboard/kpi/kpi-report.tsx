import type { KpiSpec } from '@oriel/contract';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ReportBodyProps } from '../report-body-props.ts';
import { Block } from './kpi-block.tsx';
import styles from './kpi-report.module.css';
import { useFigureRow } from './use-figure-row.ts';

interface KpiProps extends Pick<ReportBodyProps, 'onDrill' | 'canDrill' | 'onPartProblem' | 'source'> {
  title: string;
  result: QueryResult;
  spec: KpiSpec;
  themeKey?: string | undefined;
}

const ENDS: Readonly<Record<string, string>> = { start: 'flex-start', end: 'flex-end' };

/** Figures one below the other, or side by side. */
export function KpiReport({ spec, source, ...shared }: KpiProps) {
  const figureRow = useFigureRow(spec, shared.result, source);
  const { blocks = [], direction = 'column', align, justify, gap, wrap } = spec;
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
        <Block key={index} block={block} isNamed={isNamed} figureRow={figureRow} {...shared} />
      ))}
    </div>
  );
}
