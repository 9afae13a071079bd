import type { PlanColumn } from '../../ir/columns.ts';

/** A column of the result: its name in the SQL and the member that it shows. */
export interface SqlColumn {
  readonly column: PlanColumn;
  readonly alias: string;
}
