import type { Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { chartConfig, type ChartLook } from './chart-config.ts';
import { withOpenLabels } from './fit/fit-labels.ts';

/*
 * The one module with Vega-Lite, which is a third of what charts are drawn with. Charts of a published dashboard come compiled
 * (`compiled-charts.ts`), and what does not is compiled with this, loaded when it is needed.
 */

/**
 * The Vega document of a Vega-Lite document. The document is the author's; what Vega-Lite cannot use it says itself.
 */
export function compileChart(document: object, look: ChartLook): Spec {
  const config = chartConfig(look);
  return withOpenLabels(
    compile(document as unknown as TopLevelSpec, { config, logger: silent }).spec as Spec,
  );
}

const silent = {
  level: () => silent,
  error: () => silent,
  warn: () => silent,
  info: () => silent,
  debug: () => silent,
} as never;
