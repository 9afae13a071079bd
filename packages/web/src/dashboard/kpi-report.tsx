import type { KpiBlock, KpiSpec } from '@oriel/contract';
import type { Cell, QueryResult } from '../query/load-batch.ts';
import { t } from '../messages/dashboard-texts.ts';
import { formatValue } from './format.ts';
import { MarkdownText } from './markdown-text.tsx';
import type { ReportBodyProps } from './report-body-props.ts';
import styles from './kpi-report.module.css';

interface KpiProps extends Pick<ReportBodyProps, 'onDrill' | 'canDrill'> {
  result: QueryResult;
  spec: KpiSpec;
}

/** Figures one below the other, or side by side. */
export function KpiReport({ result, spec, ...drill }: KpiProps) {
  return (
    <div className={styles.kpi} data-direction={spec.direction ?? 'column'}>
      {(spec.blocks ?? []).map((block, index) => (
        // Blocks have no ids of their own and never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={index} block={block} result={result} {...drill} />
      ))}
    </div>
  );
}

function Block({
  block,
  result,
  onDrill,
  canDrill = () => true,
}: Omit<KpiProps, 'spec'> & { block: KpiBlock }) {
  const value = (field: string, row = 0) => result.rows[row]?.[field];
  switch (block.type) {
    case 'number': {
      const shown = value(block.field, block.row);
      const content = (
        <>
          {block.label && <small>{block.label}</small>}
          {formatValue(shown, result.columns[block.field], block.format)}
        </>
      );
      if (!onDrill || !canDrill(block.field))
        return (
          <div className={styles.figure} data-part="figure">
            {content}
          </div>
        );
      const coordinates = result.rows[block.row ?? 0] ?? {};
      return (
        <button
          type="button"
          className={styles.figure}
          data-part="figure"
          onClick={() => onDrill({ column: block.field, coordinates, value: shown })}
        >
          {content}
        </button>
      );
    }
    case 'comparison':
      return <Comparison block={block} value={value} />;
    case 'sparkline':
      return <Sparkline rows={result.rows} measure={block.measure} dimension={block.dimension} />;
    case 'text':
      return <MarkdownText content={block.content} />;
    default:
      block satisfies never;
      return null; // a report is a free object, and may have a block of a later version
  }
}

type ComparisonBlock = Extract<KpiBlock, { lowerIsBetter?: boolean }>;

function Comparison({
  block,
  value,
}: {
  block: ComparisonBlock;
  value(field: string, row?: number): Cell | undefined;
}) {
  const [current, previous] = [
    Number(value(block.field, block.currentRow ?? 0)),
    Number(value(block.field, block.previousRow ?? 1)),
  ];
  if (!Number.isFinite(current) || !Number.isFinite(previous) || previous === 0) return null;
  const change = (current - previous) / Math.abs(previous);
  const isGood = block.lowerIsBetter ? change <= 0 : change >= 0;
  const share = formatValue(Math.abs(change), undefined, ',.1%');
  const difference = differenceText(Math.abs(current - previous), block.format);
  const shown = { absolute: difference, percent: share, both: `${difference} (${share})` };
  return (
    <p className={styles.comparison} data-change={isGood ? 'good' : 'bad'}>
      <b>
        {change >= 0 ? '▲' : '▼'} {shown[block.mode ?? 'percent']}
      </b>{' '}
      {block.label}
    </p>
  );
}

/** Two shares are so many percentage points apart, which is not the same as percent. */
function differenceText(difference: number, format: string | undefined): string {
  if (format?.endsWith('%') !== true) return formatValue(difference, undefined, format);
  const points = formatValue(difference * 100, undefined, `${format.slice(0, -1)}f`);
  return t('kpi.points', { points });
}

/** The measure over time as one line; the figures beside it say what it says. */
function Sparkline({
  rows,
  measure,
  dimension,
}: {
  rows: QueryResult['rows'];
  measure: string;
  dimension: string;
}) {
  const values = rows
    .toSorted((a, b) => String(a[dimension]).localeCompare(String(b[dimension])))
    .map((row) => Number(row[measure]));
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values
    .map(
      (value, index) =>
        `${(index / (values.length - 1)) * 100},${28 - ((value - low) / (high - low || 1)) * 24}`,
    )
    .join(' ');
  return (
    <svg
      className={styles.sparkline}
      data-part="sparkline"
      viewBox="0 0 100 30"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points} fill="none" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
