import { PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from 'kysely';
import type pg from 'pg';

/*
 * The one naming rule between the database and TypeScript: `deployment_id` in SQL is `deploymentId` in a row.
 *
 * - Query builders are given field names; the compiler prints them as columns ({@link FieldNameDialect}).
 * - Texts of SQL name columns; every result arrives with field names ({@link answerFieldNames}).
 * - Keys inside of `jsonb` values are data and stay.
 *
 * Names are mapped once for a result and not once for a row, so a long list costs what it did.
 */

/** The field that a column becomes: `folder_id` is `folderId`. */
export const toFieldName = remember((column) =>
  column.replaceAll(/(?<=[^_])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
);

/** The column that a field is stored in: `folderId` is `folder_id`. */
export const toColumnName = remember((field) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

/** Statements are written in code and name few columns, so what was mapped once is kept. */
function remember(map: (name: string) => string): (name: string) => string {
  const names = new Map<string, string>();
  return (name) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const mapped = map(name);
    names.set(name, mapped);
    return mapped;
  };
}

class FieldNameCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(toColumnName(identifier));
  }
}

/** PostgreSQL for query builders that name tables and columns as fields. */
export class FieldNameDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new FieldNameCompiler();
  }
}

interface RowDescription {
  fields: { name: string }[];
}

/**
 * Has a connection answer with field names. The description of the rows comes before the rows, and the client builds
 * each row by it.
 */
export function answerFieldNames(client: pg.PoolClient): void {
  client.connection.prependListener('rowDescription', ({ fields }: RowDescription) => {
    for (const field of fields) field.name = toFieldName(field.name);
  });
}
