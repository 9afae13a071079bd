import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../model-file.ts';
import type { SwitchBranch } from '../model.ts';
import { parseSnippet } from '../snippet/parse-snippet.ts';
import type { Snippet } from '../snippet/snippet.ts';

/** A `case` by the value of a dimension: what it looks at, and the SQL for each value. */
export interface Switch {
  readonly on: Snippet;
  readonly when: readonly SwitchBranch[];
  readonly otherwise?: Snippet;
}

/** A `case` that goes by the value of a dimension: `switch`, `when: [{value, sql}]`, `else: {sql}`. */
export function readSwitch(fields: Fields, problems: Problems): Switch {
  const on = fields.snippet('switch');
  if (on?.parts.length !== 1 || on.parts[0]?.kind !== 'reference')
    problems.add(
      fields.placeOf('switch'),
      'A case switches by one dimension',
      'Write switch: "{CUBE.dimension}".',
    );
  const when = fields.objects('when').flatMap((branch) => readBranch(branch, problems));
  if (when.length === 0) problems.add(fields.place, 'A case needs at least one branch in when');
  const otherwise = fields.object('else');
  const sql = otherwise?.snippet('sql');
  if (otherwise && !sql) problems.add(otherwise.place, 'The else of a switch needs sql');
  otherwise?.end('else');
  fields.end('case');
  return {
    on: on ?? parseSnippet('NULL', fields.place, problems, 'table'),
    when,
    ...(sql && { otherwise: sql }),
  };
}

function readBranch(fields: Fields, problems: Problems): SwitchBranch[] {
  const [value, sql] = [fields.constant('value'), fields.snippet('sql')];
  if (value === undefined || !sql) problems.add(fields.place, 'A branch of a switch needs value and sql');
  fields.end('A branch of a switch');
  return value !== undefined && sql ? [{ value: String(value), sql }] : [];
}
