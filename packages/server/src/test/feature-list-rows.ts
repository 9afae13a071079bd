import type { OperationId } from '@oriel/contract';
import type { QueryResult } from 'pg';
import type { RowKey, TableRules } from './data/cloned-rows.ts';
import type { Fixtures } from './feature-fixtures.ts';
import type { TestApp } from './test-app.ts';
import type { WorkspaceCalls } from './workspace-calls.ts';

/** An item of an answer. */
export type ListedItem = Readonly<Record<string, unknown>>;

/** What is known of a list beside its operation. */
export interface ListRows {
  /** The row of an item. */
  rowOf(item: ListedItem): RowKey;
  /** A first row, where none of the requests for an item makes one. */
  start?(fixtures: Fixtures): Promise<unknown>;
  /** Makes a copy one that the list has. */
  adopt?(original: RowKey, copy: unknown): Promise<unknown>;
}

/** What rows are made with, asked for when they are. */
export type ListContext = () => { app: TestApp; calls: WorkspaceCalls };

/** The rows of lists, by their operations; of a list that is none of the database, why not. */
export type RowsOfLists = Readonly<Partial<Record<OperationId, ListRows | string>>>;

/** `createListRows` of a file `FEATURE-fixtures.ts`: the rows of the lists of the feature. */
export type CreateListRows = (context: ListContext) => RowsOfLists;

/** `listTableRules` of a file `FEATURE-fixtures.ts`: what the database does not know of tables of the feature. */
export type TableCopyRules = Readonly<Record<string, TableRules>>;

/** Rows of a table, by the column that has the value of a field of the item. */
export const rowsOf = (table: string, { field = 'id', column = 'id', ...more } = {}): ListRows => ({
  rowOf: (item) => ({ table, column, value: item[field] }),
  ...more,
});

type Run = (text: string, ...values: unknown[]) => Promise<QueryResult>;

/** Runs statements in the database of the test. */
export function runIn(context: ListContext): Run {
  return (text, ...values) => context().app.database.pool.query(text, values);
}

/** Gives copies of items the access of their originals. */
export function withGrants(run: Run): Pick<Required<ListRows>, 'adopt'> {
  return {
    adopt: ({ table, value }, id) =>
      run(
        `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
          select deployment_id, resource_type, $1, subject_type, subject_id, level from grants
          where resource_type = upper(rtrim($2, 's')) and resource_id = $3`,
        id,
        table,
        value,
      ),
  };
}

/** An item, and who may read it. */
interface NewGrant {
  readonly type: string;
  readonly id: number;
  readonly subject: string;
  readonly subjectId: number;
}

/** Gives read access to an item. */
export async function grant(context: ListContext, { type, id, subject, subjectId }: NewGrant): Promise<void> {
  await runIn(context)(
    `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
      values ($1, $2, $3, $4, $5, 1)`,
    context().app.deploymentId,
    type,
    id,
    subject,
    subjectId,
  );
}
