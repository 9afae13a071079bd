import { isCssValue } from '@oriel/contract/css-value';
import { barOf } from '@oriel/dashboard/table/bar-bounds';
import type { RowValues, TableLeaf } from '@oriel/dashboard/table/table-leaf';
import { t } from '../../messages/dashboard-texts.ts';
import type { Cell } from '../../query/load-batch.ts';
import { Sparkline } from '../elements/sparkline.tsx';
import { cellText } from './text/cell-text.ts';
import { CellLinks, linksAt } from './cell-links.tsx';
import { Linked, Picture } from './linked.tsx';
import { MeasureText } from './measure-text.tsx';
import type { RowContext } from './row-context.ts';
import styles from './table-report.module.css';

interface TableCellProps {
  leaf: TableLeaf;
  row: RowValues;
  /** The values of the dimensions that the cell is of. */
  coordinates(): Record<string, Cell>;
  context: RowContext;
}

/** What a cell shows of its value, in the way of its column. */
export function TableCell(props: TableCellProps) {
  const { leaf, row, context } = props;
  const { display } = leaf.column;
  const value = row[leaf.id];
  const text = cellText(value, leaf.column, context.columns);
  switch (display.type) {
    case 'link':
      return <Linked address={row[display.url ?? leaf.id]}>{text}</Linked>;
    case 'image': {
      const { width, height = 24, url } = display;
      const picture = <Picture address={value} alt={leaf.column.label} width={width} height={height} />;
      return url === undefined ? picture : <Linked address={row[url]}>{picture}</Linked>;
    }
    case 'bar':
      return <BarCell {...props} value={value} text={text} />;
    case 'sparkline':
      return <SparklineCell {...props} text={text} />;
    default:
      return <PlainCell {...props} value={value} text={text} />;
  }
}

type DrawnProps = TableCellProps & { value: Cell | undefined; text: string };

/** A text; of a measure a button that opens what is behind it, of a dimension with links the links. */
function PlainCell({ leaf, row, coordinates, context, value, text }: DrawnProps) {
  const { field, isMeasure } = leaf.column;
  if (isMeasure) return <MeasureText {...context} {...{ column: field, value, text, coordinates }} />;
  return <CellLinks links={linksAt(leaf.column, row, context.links)} text={text} />;
}

function BarCell(props: DrawnProps) {
  const { leaf, context, value } = props;
  const { display } = leaf.column;
  const bounds = context.painter.boundsOf(leaf);
  const bar = bounds && barOf(value, bounds);
  if (display.type !== 'bar' || !bar) return <PlainCell {...props} />;
  const stated = bar.isNegative ? display.negativeColor : display.color;
  const usual = bar.isNegative ? 'var(--bad)' : 'var(--accent)';
  return (
    <span className={styles.bar}>
      <span className={styles.track} aria-hidden="true">
        <span
          style={{
            insetInlineStart: `${bar.left * 100}%`,
            width: `${bar.width * 100}%`,
            background: stated !== undefined && isCssValue(stated) ? stated : usual,
          }}
        />
      </span>
      {display.showValue === false ? (
        <span className={styles.unseen}>{props.text}</span>
      ) : (
        <span className={styles.value}>
          <PlainCell {...props} />
        </span>
      )}
    </span>
  );
}

function SparklineCell({ leaf, row, context, text }: TableCellProps & { text: string }) {
  const { display, field, label } = leaf.column;
  if (display.type !== 'sparkline') return text;
  const values = context.sparklines.find(field, row);
  if (!values || values.length < 2) return text;
  const color = display.color !== undefined && isCssValue(display.color) ? display.color : undefined;
  const told = t('table.sparkline', { label, count: values.length, value: text });
  return (
    <Sparkline values={values} mark={display.mark} color={color} label={told} className={styles.sparkline} />
  );
}
