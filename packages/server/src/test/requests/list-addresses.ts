import { entriesOf, managementOperations, type OperationId } from '@oriel/contract';
import { exampleRequestFor } from '../../http/openapi/example-requests.ts';
import type { Fixtures } from '../feature-fixtures.ts';

/** Every operation that takes a cursor. */
export const listOperations = entriesOf(managementOperations).filter(
  ([, { query }]) => 'after' in query.properties,
);

/** The values of a parameter that chooses among a few, as an order does. */
function choicesOf(schema: object): string[] {
  const {
    enum: values,
    const: value,
    anyOf = [],
    allOf = [],
  } = schema as {
    enum?: unknown[];
    const?: unknown;
    anyOf?: object[];
    allOf?: object[];
  };
  const own = [...(values ?? []), ...(value === undefined ? [] : [value])].filter(
    (each) => typeof each === 'string',
  );
  return [...own, ...[...anyOf, ...allOf].flatMap(choicesOf)];
}

/**
 * The addresses of a list with every combination of the parameters that say its order, ready for more parameters.
 *
 * @param fixtures the records that its path names
 */
export function listAddresses(id: OperationId, fixtures: Fixtures): string[] {
  const [path = ''] = exampleRequestFor(id, fixtures).url.split('?');
  const { query } = managementOperations[id as keyof typeof managementOperations];
  let searches = [''];
  for (const [name, schema] of Object.entries(query.properties)) {
    const choices = choicesOf(schema);
    if (/sort|order/i.test(name))
      searches = searches.flatMap((search) =>
        ['', ...choices.map((choice) => `${name}=${choice}&`)].map((one) => search + one),
      );
  }
  return searches.map((search) => `${path}?${search}`);
}

/**
 * An operation on one item of a list, by its path, or else the list: a request for it names an item that the list has.
 */
export function operationOnItem(id: OperationId): OperationId {
  const list = managementOperations[id as keyof typeof managementOperations].path;
  const found = entriesOf(managementOperations).find(
    ([, { path }]) => path.startsWith(`${list}/{`) && path.indexOf('/', list.length + 1) === -1,
  );
  return (found?.[0] ?? id) as OperationId;
}
