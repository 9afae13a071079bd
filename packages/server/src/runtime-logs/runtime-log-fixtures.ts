import type { CreateListRows } from '../test/feature-list-rows.ts';

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  pods: 'what runs at the moment, in memory',
  logs: 'what was written last, in memory',
});
