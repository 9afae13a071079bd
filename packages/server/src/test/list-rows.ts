import type { ListContext, RowsOfLists, TableCopyRules } from './feature-list-rows.ts';
import { foundFixtures, uniteFixtures } from './found-fixtures.ts';

/** The rows of each list, by its operation; of a list that is none of the database, why not. */
export function createListRows(context: ListContext): RowsOfLists {
  return uniteFixtures(foundFixtures.map((found) => found.createListRows?.(context)));
}

/** What the database does not know of its tables. */
export const listTableRules: TableCopyRules = uniteFixtures(
  foundFixtures.map((found) => found.listTableRules),
);
