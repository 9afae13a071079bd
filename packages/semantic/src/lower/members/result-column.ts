import type { PlanColumn } from '../../ir/columns.ts';

/** A column of the result: its name in the rows and the member that it shows. */
export interface ResultColumn {
  readonly column: PlanColumn;
  readonly alias: string;
}
