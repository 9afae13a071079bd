import type { compileChart as CompileChart } from './compile-chart.ts';
import type { drawChart as DrawChart } from './vega-chart.ts';

/** The chart library, loaded once; callers that know early that charts follow may preload it. A failed load is repeated at the next call. */
export const loadCharts: () => Promise<{ drawChart: typeof DrawChart }> = once(
  () => import('./vega-chart.ts'),
);

/** What compiles the charts that do not come compiled, in the same way. */
export const loadCompiler: () => Promise<{ compileChart: typeof CompileChart }> = once(
  () => import('./compile-chart.ts'),
);

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let library: Promise<T> | undefined;
  return () => {
    library ??= load().catch((error: unknown) => {
      library = undefined;
      throw error;
    });
    return library;
  };
}
