import { loadOnce } from '../elements/load-once.ts';
import type { drawChart as DrawChart } from './vega-chart.ts';

/**
 * The chart library, loaded once; callers that know early that charts follow may preload it. A failed load is repeated
 * at the next call.
 */
export const loadCharts: () => Promise<{ drawChart: typeof DrawChart }> = loadOnce(
  () => import('./vega-chart.ts'),
);
