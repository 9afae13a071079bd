import type { KpiBlock } from '@oriel/contract';
import { sizeOf } from '@oriel/dashboard/large-numbers';
import { specifierOf } from '@oriel/dashboard/number-format';
import type { Cell, ColumnAnnotation } from '../../query/load-batch.ts';
import { formatValue } from '../formats/format.ts';
import { granularityOf } from '../formats/time-format.ts';
import styles from './kpi-report.module.css';
import { useFittedText } from './use-fitted-text.ts';

interface FigureNumberProps {
  value: Cell | undefined;
  column: ColumnAnnotation | undefined;
  block: Extract<KpiBlock, { type: 'number' }>;
}

/**
 * The number of a figure. It never breaks inside its digits: it is written as small as its place needs, and abbreviated
 * where that could not be read.
 */
export function FigureNumber({ value, column, block: { field, format } }: FigureNumberProps) {
  const granularity = granularityOf(field);
  const whole = formatValue(value, column, format, granularity);
  const specifier = shortSpecifier(
    value,
    (column?.isChosen ? undefined : format) ?? specifierOf(column?.format),
  );
  const short =
    specifier === undefined ? undefined : formatValue(value, { type: 'number' }, specifier, granularity);
  const { element, isShort, isTooLong } = useFittedText<HTMLElement>(whole, short);
  return (
    <bdi
      className={styles.number}
      ref={element}
      data-wraps={isTooLong || undefined}
      {...(isShort && { title: whole })}
    >
      {isShort ? short : whole}
    </bdi>
  );
}

/** From here on an abbreviation is shorter. */
const LEAST_SHORTENED = 10_000;

/** How a long number is abbreviated, with the sign of its currency; undefined for what has no shorter form. */
function shortSpecifier(value: Cell | undefined, stated: string | undefined): string | undefined {
  const size = sizeOf(value);
  if (size === undefined || Math.abs(size) < LEAST_SHORTENED) return undefined;
  if (stated !== undefined && !/^[$+(,\d.~]*[dfgr]?$/.test(stated)) return undefined;
  return `${stated?.includes('$') ? '$' : ''}.3~s`;
}
