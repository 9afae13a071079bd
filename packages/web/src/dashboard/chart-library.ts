import type { drawChart as DrawChart } from './vega-chart.ts';

let library: Promise<{ drawChart: typeof DrawChart }> | undefined;

/** The chart library, loaded once; callers that know early that charts follow may preload it. A failed load is repeated at the next call. */
export function loadCharts(): Promise<{ drawChart: typeof DrawChart }> {
  library ??= import('./vega-chart.ts').catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}
