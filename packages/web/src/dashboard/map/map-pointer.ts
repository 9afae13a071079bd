import type { View } from 'vega';
import type { QueryResult } from '../../query/load-batch.ts';
import { t } from '../../messages/dashboard-texts.ts';
import { createTooltip } from '../charts/pointer/chart-tooltip.ts';
import { describeMark, type Datum, type TooltipContent } from '../charts/pointer/tooltip-content.ts';
import { datumOf } from '../charts/vega-chart.ts';
import { CLUSTER } from './map-document.ts';

interface PointerOptions {
  result: QueryResult;
  /** The columns that a tooltip has nothing to say of. */
  labels: { hidden: ReadonlySet<string> };
}

/** Tells what lies below the pointer. Returns the function that ends it. */
export function followMapPointer(
  view: View,
  container: HTMLElement,
  { result, labels }: PointerOptions,
): () => void {
  const tooltip = createTooltip(container);
  const told = toldColumns(result, labels.hidden);
  view.addEventListener('pointermove', (event, item) => {
    const content = contentOf(datumOf(item), told);
    if (!content) return tooltip.hide();
    const { left, top } = container.getBoundingClientRect();
    // Vega's events are the browser's own.
    const { clientX, clientY } = event as unknown as MouseEvent;
    tooltip.show(content, { x: clientX - left, y: clientY - top });
  });
  const leave = () => tooltip.hide();
  container.addEventListener('pointerleave', leave);
  return () => {
    container.removeEventListener('pointerleave', leave);
    tooltip.destroy();
  };
}

/** Coordinates say little to people; where there is nothing else, they are told. */
function toldColumns(result: QueryResult, hidden: ReadonlySet<string>): QueryResult {
  const columns = Object.entries(result.columns).filter(([key]) => !hidden.has(key));
  return columns.length === 0 ? result : { ...result, columns: Object.fromEntries(columns) };
}

function contentOf(datum: Datum | undefined, result: QueryResult): TooltipContent | undefined {
  if (!datum) return undefined;
  const count = datum[CLUSTER.count];
  if (typeof count === 'number') return { rows: [], title: t('map.cluster', { count }) };
  const content = describeMark(datum, result, () => undefined);
  if (content.rows.length > 0) return content;
  // A region without a row.
  const name = datum['regionName'];
  return typeof name === 'string' ? { title: name, rows: [], note: t('map.noValue') } : undefined;
}
