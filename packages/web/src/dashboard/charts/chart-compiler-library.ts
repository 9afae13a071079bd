import type { compileChart as CompileChart } from './compile-chart.ts';
import { loadOnce } from '../elements/load-once.ts';

/** What compiles the charts that do not come compiled, loaded once. A failed load is repeated at the next call. */
export const loadCompiler: () => Promise<{ compileChart: typeof CompileChart }> = loadOnce(
  () => import('./compile-chart.ts'),
);
