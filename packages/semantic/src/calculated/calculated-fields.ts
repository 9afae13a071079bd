import type { VisibleMembers } from '../access/visible-members.ts';
import type { CalculatedMember, Cube, Dimension, Measure, Model } from '../model/definitions/model.ts';
import { findRef } from '../members/member-ref.ts';
import { locateFault } from '../query/locate-fault.ts';
import { QueryError, type NormalizedQuery, type QueryContext } from '../query/query.ts';
import { defineField, type DefinedField } from './define-field.ts';
import { callersName, internalName, namesInQuery, withInternalNames } from './internal-names.ts';

/**
 * Adds the calculated fields that a query names to the model, for that query alone, and renames them in the query:
 *
 *     expression → members looked up as the caller sees them → types → measures and dimensions of the cubes
 *
 * From there on they are planned and written as every member is, joins that repeat rows, stages and masks included.
 *
 * @param visible what the caller may name
 * @throws QueryError with the place of the fault; for a name that the model has, where the caller sees it
 */
export function addCalculatedFields(
  model: Model,
  query: NormalizedQuery,
  visible: VisibleMembers,
  context: QueryContext,
): { model: Model; query: NormalizedQuery } {
  const { calculatedFields: fields = {} } = query;
  const named = [...new Set(namesInQuery(query))].filter((name) => Object.hasOwn(fields, name));
  if (named.length === 0) return { model, query };
  const defined = named.map((name, index) => {
    const path = `calculatedFields.${name}`;
    return locateFault(path, () => {
      refuseKnown(name, visible, path);
      const field = defineField(model, name, { fields, visible, mark: `@calculated${index}` });
      context.budget?.take(field.parts);
      return { name: internalName(name), field };
    });
  });
  return {
    model: extend(model, defined),
    query: withInternalNames(query, new Set(named)),
  };
}

/** What a caller may name, with the fields of the query: what they read has been looked for. */
export function withFields(visible: VisibleMembers, model: Model): VisibleMembers {
  const { calculated } = model;
  if (!calculated) return visible;
  return {
    ...visible,
    has: (name) => Object.hasOwn(calculated, name) || visible.has(name),
    get: (name, path) =>
      (Object.hasOwn(calculated, name) ? findRef(model, name) : undefined) ?? visible.get(name, path),
  };
}

/** A refusal that names fields as the caller does. */
export function inCallersNames(error: unknown, { calculated = {} }: Model): unknown {
  if (!(error instanceof QueryError)) return error;
  const message = Object.keys(calculated).reduce(
    (text, name) => text.replaceAll(name, callersName(name)),
    error.message,
  );
  const { code, member, path } = error;
  return new QueryError(code, message, member && callersName(member), path);
}

/** A hidden member is as if it were not there, so its name is free; a hidden cube or view is no place for a field. */
function refuseKnown(name: string, visible: VisibleMembers, path: string): void {
  const [scope = ''] = name.split('.');
  if (!visible.hasAnyOf(scope)) visible.get(name, path);
  if (!visible.has(name)) return;
  throw new QueryError(
    'invalid_expression',
    `${path}: ${name} is a member of the model; choose another name`,
    name,
    path,
  );
}

/** The model with the members of some fields; what is not touched is shared. */
function extend(model: Model, defined: readonly { name: string; field: DefinedField }[]): Model {
  const cubes: Record<string, Cube> = { ...model.cubes };
  for (const { field } of defined)
    for (const { cube, member } of field.members) {
      const own = cubes[cube];
      if (own) cubes[cube] = withMember(own, member);
    }
  const calculated = Object.fromEntries(
    defined.map(({ name, field }): [string, CalculatedMember] => [name, field.calculated]),
  );
  return { ...model, cubes, calculated };
}

function withMember(cube: Cube, member: Dimension | Measure): Cube {
  return member.kind === 'dimension'
    ? { ...cube, dimensions: { ...cube.dimensions, [member.name]: member } }
    : { ...cube, measures: { ...cube.measures, [member.name]: member } };
}
