import type { Author } from '../../access/principal.ts';

/** The columns of a row that name users. */
interface UsersOfRow {
  readonly userId: number | null;
  readonly createdBy: number | null;
  readonly updatedBy?: number | null;
}

/** A row as a caller may read it: the viewers of embed sessions are told of no user of the account. */
export function withToldUsers<Row extends UsersOfRow>({ kind }: Pick<Author, 'kind'>, row: Row): Row {
  if (kind === 'user') return row;
  return { ...row, userId: null, createdBy: null, ...('updatedBy' in row && { updatedBy: null }) };
}
