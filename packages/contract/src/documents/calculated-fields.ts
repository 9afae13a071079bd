import { MAX_CALCULATED_FIELD_LENGTH, MAX_CALCULATED_FIELDS } from '../limits.ts';
import type { CalculatedField } from '../resources/report-content.ts';

/** Fields by their names, as a workbook or a query has them. */
export type CalculatedFields = Readonly<Record<string, CalculatedField>>;

const MEMBER = /^[A-Za-z_]\w*\.[A-Za-z_]\w*$/;

/**
 * Those of a workbook's fields that the query of one of its reports names, with those that these refer to; undefined
 * where it names none.
 */
export function fieldsNamedIn(
  jsonQuery: string | null | undefined,
  fields: CalculatedFields,
): CalculatedFields | undefined {
  const usable = Object.entries(fields).flatMap(([name, { kind, title, sql, format }]) =>
    MEMBER.test(name) && typeof sql === 'string' && sql.length <= MAX_CALCULATED_FIELD_LENGTH
      ? [[name, { sql, ...(kind && { kind }), ...(title && { title }), ...(format && { format }) }] as const]
      : [],
  );
  // A name stands in a query as a text of its own, or at the beginning of one.
  const named = new Set(usable.filter(([name]) => jsonQuery?.includes(`"${name}`)));
  for (const [, { sql }] of named) {
    const words = new Set(sql.match(/\w+/g));
    for (const field of usable) if (words.has(field[0].split('.')[1] ?? '')) named.add(field);
  }
  return named.size === 0 ? undefined : Object.fromEntries([...named].slice(0, MAX_CALCULATED_FIELDS));
}

/**
 * The query with the fields of the workbook that it belongs to; those of its own that have the same names are kept. A
 * list of queries that are blended gets them in each. What is no query stays as it is.
 */
export function withCalculatedFields(
  jsonQuery: string | null,
  fields: CalculatedFields | null | undefined,
): string | null {
  const named = fieldsNamedIn(jsonQuery, fields ?? {});
  if (jsonQuery === null || !named) return jsonQuery;
  const query = parse(jsonQuery);
  if (typeof query !== 'object' || query === null) return jsonQuery;
  return JSON.stringify(
    Array.isArray(query) ? query.map((one: unknown) => add(one, named)) : add(query, named),
  );
}

function add(query: unknown, named: CalculatedFields): unknown {
  if (typeof query !== 'object' || query === null) return query;
  const own = 'calculatedFields' in query ? query.calculatedFields : undefined;
  return { ...query, calculatedFields: { ...named, ...(typeof own === 'object' ? own : {}) } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
