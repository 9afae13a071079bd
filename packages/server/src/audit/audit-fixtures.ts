import { rowsOf, type CreateListRows } from '../test/feature-list-rows.ts';

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getAuditLog: rowsOf('audit_entries'),
});
