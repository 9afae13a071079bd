import { applicationParts } from './application-parts.ts';
import type { TableRules } from './db/schema/table-rules.ts';
import { tablesOf } from './parts/graph.ts';

/** The tables of the application, with what becomes of their rows. */
export const applicationTables: TableRules = tablesOf(applicationParts);
