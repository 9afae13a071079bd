import { part } from '../parts/part.ts';
import { createRuntimeLog } from './runtime-log.ts';

/** What runtimes and builds have written last. */
export const runtimeLogPart = part({
  name: 'lines of runtimes',
  needs: {},
  make: () => ({ provides: createRuntimeLog() }),
});
