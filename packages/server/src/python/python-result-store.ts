import type { ResourceOwner } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What the last run of a report that did not fail has left. */
interface PythonResultRow {
  runAt: string;
  ranBy: ResourceOwner | null;
  /** Of the code and the query that it was run with. */
  sourceChecksum: string;
  stdout: string;
  stderr: string;
  inputRowCount: number;
  isInputCut: boolean;
  output: unknown;
  largeNumberColumns: string[];
}

/** The SQL of stored results; the caller has found the report before. */
export function createPythonResultStore(db: Db) {
  return {
    async find(reportId: number): Promise<PythonResultRow | undefined> {
      return db
        .selectFrom('pythonResults as r')
        .leftJoin('users as u', 'u.id', 'r.runBy')
        .select([
          'runAt',
          'sourceChecksum',
          'stdout',
          'stderr',
          'inputRowCount',
          'isInputCut',
          'output',
          'largeNumberColumns',
        ])
        .select(
          sql<ResourceOwner | null>`case when u.id is not null then json_build_object('id', u.id, 'email', u.email,
            'firstName', u.first_name, 'picture', u.picture) end`.as('ranBy'),
        )
        .where('reportId', '=', reportId)
        .executeTakeFirst();
    },
    /** Of two runs at once the later stays. */
    async save(
      reportId: number,
      {
        runBy,
        output,
        largeNumberColumns,
        ...result
      }: Omit<PythonResultRow, 'ranBy' | 'output'> & { runBy: number; output: readonly object[] },
    ): Promise<void> {
      const values = {
        ...result,
        runBy,
        output: JSON.stringify(output),
        largeNumberColumns: JSON.stringify(largeNumberColumns),
      };
      await db
        .insertInto('pythonResults')
        .values({ reportId, ...values })
        .onConflict((conflict) => conflict.column('reportId').doUpdateSet(values))
        .execute();
    },
  };
}
