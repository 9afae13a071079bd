import type { drawChart as DrawChart } from './vega-chart.ts';

let library: Promise<{ drawChart: typeof DrawChart }> | undefined;

/** The chart library, loaded once; whoever knows early that charts will come asks early. One that did not arrive is asked for anew. */
export function loadCharts(): Promise<{ drawChart: typeof DrawChart }> {
  library ??= import('./vega-chart.ts').catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}
