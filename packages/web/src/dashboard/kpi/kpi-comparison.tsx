import type { KpiBlock } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import { t } from '../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { formatValue } from '../formats/format.ts';
import styles from './kpi-report.module.css';

interface ComparisonProps {
  block: Extract<KpiBlock, { type: 'comparison' }>;
  result: QueryResult;
}

/** How far a number is from an earlier one; nothing where one of them is missing, or the earlier one is 0. */
export function Comparison({ block, result }: ComparisonProps) {
  const { field, previousField = field, currentRow = 0, align } = block;
  const previousRow = block.previousRow ?? (previousField === field ? 1 : 0);
  const [current, previous] = [
    numberIn(result, currentRow, field),
    numberIn(result, previousRow, previousField),
  ];
  if (!Number.isFinite(current) || !Number.isFinite(previous) || previous === 0) return null;
  const change = (current - previous) / Math.abs(previous);
  const isGood = block.lowerIsBetter ? change <= 0 : change >= 0;
  const color = isGood ? block.positiveColor : block.negativeColor;
  const share = formatValue(Math.abs(change), undefined, ',.1%');
  const difference = differenceText(Math.abs(current - previous), block.format);
  const shown = { absolute: difference, percent: share, both: `${difference} (${share})` };
  return (
    <p
      className={styles.comparison}
      data-change={isGood ? 'good' : 'bad'}
      style={align ? { textAlign: align } : undefined}
    >
      <b style={color !== undefined && isCssValue(color) ? { color } : undefined}>
        {change >= 0 ? '▲' : '▼'} <bdi>{shown[block.mode ?? 'percent']}</bdi>
      </b>{' '}
      {block.label}
    </p>
  );
}

/** NaN where there is no number. */
const numberIn = ({ rows }: QueryResult, row: number, field: string) =>
  Number(rows[row]?.[field] ?? Number.NaN);

/** Two shares are so many percentage points apart, which is not the same as percent. */
function differenceText(difference: number, format: string | undefined): string {
  if (format?.endsWith('%') !== true) return formatValue(difference, undefined, format);
  const points = formatValue(difference * 100, undefined, `${format.slice(0, -1)}f`);
  return t('kpi.points', { points });
}
