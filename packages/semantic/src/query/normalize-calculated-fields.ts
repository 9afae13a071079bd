import {
  MAX_CALCULATED_FIELD_LENGTH,
  MAX_CALCULATED_FIELDS,
  MAX_MEMBER_NAME_LENGTH,
  MAX_NAME_LENGTH,
} from '@oriel/contract/limits';
import { invalid, MEMBER, objectOf, refuseOtherKeys, shown, shownName, textOf } from './input.ts';
import type { CalculatedField } from './query.ts';

/**
 * The fields that a query adds to the model: `{"orders.margin": {sql, kind?, title?, format?}}`. Expressions are read
 * when the query names their fields.
 *
 * @throws QueryError with the place of the fault
 */
export function normalizeCalculatedFields(input: unknown): Record<string, CalculatedField> | undefined {
  if (input === undefined || input === null) return undefined;
  const entries = Object.entries(objectOf(input, 'calculatedFields'));
  if (entries.length > MAX_CALCULATED_FIELDS)
    throw invalid(
      'calculatedFields',
      `calculatedFields holds at most ${MAX_CALCULATED_FIELDS} fields, not ${entries.length}`,
    );
  const fields = entries.map(([name, field]) => [name, readField(name, field)] as const);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function readField(name: string, input: unknown): CalculatedField {
  const path = `calculatedFields.${shownName(name)}`;
  if (name.length > MAX_MEMBER_NAME_LENGTH || !MEMBER.test(name))
    throw invalid(path, `a calculated field has a name such as orders.margin, not ${shown(name)}`);
  const { kind, sql, title, format, ...rest } = objectOf(input, path, 'A calculated field');
  refuseOtherKeys(rest, path, 'a calculated field');
  const text = textOf(sql, `${path}.sql`, MAX_CALCULATED_FIELD_LENGTH);
  if (text === undefined) throw invalid(`${path}.sql`, `${path}.sql is missing`, name);
  const [shownTitle, shownFormat] = [
    textOf(title, `${path}.title`, MAX_NAME_LENGTH),
    textOf(format, `${path}.format`, MAX_NAME_LENGTH),
  ];
  const wanted = kindOf(kind, `${path}.kind`);
  return {
    ...(wanted && { kind: wanted }),
    sql: text,
    ...(shownTitle !== undefined && { title: shownTitle }),
    ...(shownFormat !== undefined && { format: shownFormat }),
  };
}

function kindOf(input: unknown, path: string): CalculatedField['kind'] {
  if (input === undefined || input === null) return undefined;
  if (input === 'dimension' || input === 'measure') return input;
  throw invalid(path, `${path} is dimension or measure, not ${shown(input)}`);
}
