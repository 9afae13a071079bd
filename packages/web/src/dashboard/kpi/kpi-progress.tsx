import type { KpiBlock } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import { sizeOf } from '@oriel/dashboard/large-numbers';
import { t } from '../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { formatValue } from '../formats/format.ts';
import styles from './kpi-report.module.css';
import type { FigureRow } from './use-figure-row.ts';

interface ProgressProps {
  block: Extract<KpiBlock, { type: 'progress' }>;
  result: QueryResult;
  /** Whether it says what it is of, where its author has not named it. */
  isNamed: boolean;
  /** What it shows where it has no row of its own. */
  figureRow: FigureRow;
}

/** The way around a circle with a radius of 40. */
const AROUND = 2 * Math.PI * 40;

/** How much of a target is reached; the drawing is full where it is more. Nothing without a number and a target. */
export function Progress({ block, result, isNamed, figureRow }: ProgressProps) {
  const { value: field, valueRow, targetRow, shape = 'bar', align } = block;
  const rowAt = (index: number | undefined) => (index === undefined ? figureRow.values : result.rows[index]);
  const value = rowAt(valueRow)?.[field];
  const [target, targetField] =
    typeof block.target === 'number'
      ? [block.target, field]
      : [rowAt(targetRow)?.[block.target], block.target];
  const [reached, wanted] = [sizeOf(value), sizeOf(target)];
  if (reached === undefined || wanted === undefined || !(wanted > 0)) return null;
  const share = reached / wanted;
  const shown = Math.min(1, Math.max(0, share));
  const label = block.label ?? result.columns[field]?.shortTitle ?? field;
  const text = t('kpi.progress', {
    value: formatValue(value, result.columns[field], block.format),
    target: formatValue(target, result.columns[targetField], block.format),
  });
  const rowName = valueRow === undefined ? figureRow.name : undefined;
  const percent = formatValue(share, undefined, ',.0%');
  const ink = block.color !== undefined && isCssValue(block.color) ? block.color : 'var(--accent)';
  return (
    <div
      className={styles.progress}
      data-part="progress"
      data-shape={shape}
      style={align ? { textAlign: align } : undefined}
    >
      {(block.label !== undefined || isNamed) && <p aria-hidden="true">{label}</p>}
      <div
        className={styles.gauge}
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(shown * 100)}
        aria-valuetext={`${percent}, ${text}`}
      >
        {shape === 'circle' ? (
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle cx="50" cy="50" r="40" />
            <circle
              cx="50"
              cy="50"
              r="40"
              data-reached
              style={{ stroke: ink }}
              strokeDasharray={`${shown * AROUND} ${AROUND}`}
              transform="rotate(-90 50 50)"
            />
          </svg>
        ) : (
          <span className={styles.reached} style={{ width: `${shown * 100}%`, background: ink }} />
        )}
      </div>
      <p>
        <b>
          <bdi>{percent}</bdi>
        </b>{' '}
        {text}
        {rowName && <small data-part="figure-row"> · {rowName}</small>}
      </p>
    </div>
  );
}
