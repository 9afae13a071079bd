import type { CreateListRows } from '../test/feature-list-rows.ts';

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  listBranches: 'what is in git',
  listFiles: 'what is in git',
});
