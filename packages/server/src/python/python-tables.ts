import { defineTables } from '../db/schema/table-rules.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends PythonTables {}
}

/** What the Python of reports has left. */
interface PythonTables {
  pythonResults: {
    reportId: number;
    runAt: Generated<string>;
    runBy: number | null;
    sourceChecksum: string;
    stdout: string;
    stderr: string;
    inputRowCount: number;
    isInputCut: Generated<boolean>;
    output: Json;
    largeNumberColumns: ColumnType<string[], string | undefined, string>;
  };
}

/** What becomes of their rows. */
export const pythonTables = defineTables<PythonTables>({
  pythonResults: { unaudited: 'It is rows that a report has left, and says who ran it when.' },
});
