import type { Cell } from '../../query/load-batch.ts';
import type { ReportBodyProps } from '../elements/report-body-props.ts';
import styles from './table-report.module.css';

interface MeasureTextProps extends Pick<ReportBodyProps, 'onDrill' | 'canDrill'> {
  column: string;
  value: Cell | undefined;
  text: string;
  /** The values of the dimensions that it is of, by column key; asked for when it is chosen. */
  coordinates(): Record<string, Cell>;
}

/** A number: a button that opens what is behind it, where something is. */
export function MeasureText({
  column,
  value,
  text,
  coordinates,
  onDrill,
  canDrill = () => true,
}: MeasureTextProps) {
  if (!onDrill || value === undefined || value === null || !canDrill(column)) return text;
  return (
    <button
      type="button"
      className={styles.measure}
      onClick={() => onDrill({ column, value, coordinates: coordinates() })}
    >
      {text}
    </button>
  );
}
