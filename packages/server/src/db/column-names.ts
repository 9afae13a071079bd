/*
 * The one naming rule between the database and TypeScript: `deployment_id` in SQL is `deploymentId` in a row.
 *
 * - Query builders are given field names; the compiler prints them as columns (`FieldNameDialect`).
 * - Texts of SQL name columns; every result arrives with field names (`answerFieldNames`).
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
