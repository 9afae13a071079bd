import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';

/** What columns of the SQL are called by, in place of the name of their cube or view. */
export function readSqlAlias(fields: Fields, problems: Problems): { sqlAlias?: string } {
  const alias = fields.text('sql_alias');
  if (alias === undefined) return {};
  if (!/^[A-Za-z_]\w*$/.test(alias))
    problems.add(
      fields.locationOf('sql_alias'),
      `${JSON.stringify(alias)} cannot be a sql_alias`,
      'It begins with a letter or underscore; letters, digits and underscores follow.',
    );
  return { sqlAlias: alias };
}
