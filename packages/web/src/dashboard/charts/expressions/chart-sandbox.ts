import { findChartFaults } from '@oriel/contract/chart-document';
import type { Config, Loader, Spec, ViewOptions } from 'vega';
import { confineExpressions } from './chart-expressions.ts';
import type { ExpressionAccess } from './expression-compiler.ts';

/** A chart's document reaches beyond its rows; the message names where. */
export class OutsideReference extends Error {
  override readonly name = 'OutsideReference';
}

/** @throws {@link OutsideReference} for a document, of Vega-Lite or of Vega, that reaches beyond its rows */
export function checkChartDocument(document: object): void {
  const faults = findChartFaults(document);
  if (faults.length > 0)
    throw new OutsideReference(faults.map(({ path, message }) => `${path} ${message}`).join('; '));
}

/**
 * Events that a chart hears: those within itself, and where a pointer goes that was pressed there. Inputs stand in the
 * chart, and the cursor of the page stays its own.
 */
const EVENTS: NonNullable<Config['events']> = {
  defaults: { allow: ['wheel'] },
  bind: 'container',
  selector: false,
  window: ['resize', 'pointermove', 'pointerup', 'mousemove', 'mouseup', 'touchmove', 'touchend'],
  globalCursor: false,
};

/** The chart with our say in what it hears, whatever its author has configured. @throws {@link OutsideReference} */
export function confineChart(chart: Spec): Spec {
  checkChartDocument(chart);
  return { ...chart, config: { ...chart.config, events: EVENTS } };
}

/** Nothing is loaded, and nothing is linked, from anywhere. */
const refuseAddress = async (): Promise<never> => {
  throw new OutsideReference('A chart loads and links nothing');
};

const closedLoader: Loader = {
  load: refuseAddress,
  sanitize: refuseAddress,
  http: refuseAddress,
  file: refuseAddress,
};

/** What every view of a chart is made with; its functions are those of the chart's clock. */
export function confinedView(inClock: ExpressionAccess['functionsOf']) {
  return { loader: closedLoader, expr: confineExpressions(inClock) } satisfies ViewOptions;
}
