import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { SwitchBranch } from '../definitions/model.ts';
import { parseSqlTemplate } from '../sql-template/parse-sql-template.ts';
import type { SqlTemplate } from '../sql-template/sql-template.ts';

/** A `case` by the value of a dimension: what it looks at, and the SQL for each value. */
interface Switch {
  readonly on: SqlTemplate;
  readonly when: readonly SwitchBranch[];
  readonly otherwise?: SqlTemplate;
}

/** A `case` that goes by the value of a dimension: `switch`, `when: [{value, sql}]`, `else: {sql}`. */
export function readSwitch(fields: Fields, problems: Problems): Switch {
  const on = fields.template('switch');
  if (on?.parts.length !== 1 || on.parts[0]?.kind !== 'reference')
    problems.add(
      fields.locationOf('switch'),
      'A case switches by one dimension',
      'Write switch: "{CUBE.dimension}".',
    );
  const when = fields.objects('when').flatMap((branch) => readBranch(branch, problems));
  if (when.length === 0) problems.add(fields.location, 'A case needs at least one branch in when');
  const otherwise = fields.object('else');
  const sql = otherwise?.template('sql');
  if (otherwise && !sql) problems.add(otherwise.location, 'The else of a switch needs sql');
  otherwise?.end('else');
  fields.end('case');
  return {
    on: on ?? parseSqlTemplate('NULL', fields.location, problems, 'table'),
    when,
    ...(sql && { otherwise: sql }),
  };
}

function readBranch(fields: Fields, problems: Problems): SwitchBranch[] {
  const [value, sql] = [fields.constant('value'), fields.template('sql')];
  if (value === undefined || !sql) problems.add(fields.location, 'A branch of a switch needs value and sql');
  fields.end('A branch of a switch');
  return value !== undefined && sql ? [{ value: String(value), sql }] : [];
}
