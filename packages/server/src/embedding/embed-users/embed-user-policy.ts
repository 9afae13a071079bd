import { refuse, type UserAttributeInput, type UserAttributeType } from '@oriel/contract';
import { hasType } from '../../access/attribute-value.ts';
import type { UserAttribute } from './user-attribute-store.ts';

/**
 * Checks that no name is given twice in one request.
 *
 * @throws `duplicate_name`
 */
export function assertUnique(kind: 'user attribute' | 'group', names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw refuse('duplicate_name', { kind, name: repeated });
}

/**
 * Checks that a session names no attribute twice.
 *
 * @throws `duplicate_name`
 */
export function checkNamesUnique({
  userAttributes,
}: {
  readonly userAttributes?: readonly UserAttributeInput[] | null | undefined;
}): void {
  const names = (userAttributes ?? []).map(({ name }) => name);
  assertUnique('user attribute', names);
}

/**
 * Checks that groups were found for all names.
 *
 * @throws `groups_not_found`
 */
export function checkAllGroupsFound(names: readonly string[], found: ReadonlyMap<string, number>): void {
  const missing = names.filter((name) => !found.has(name));
  if (missing.length > 0) throw refuse('groups_not_found', { names: missing.join(', ') });
}

/**
 * Checks that an existing attribute keeps its type.
 *
 * @throws `invalid_request`
 */
export function checkSameType({ name, type }: UserAttribute, wanted: UserAttributeType): void {
  if (type === wanted) return;
  throw refuse('invalid_request', {
    reason: `The user attribute ${JSON.stringify(name)} is of type ${type}: cannot change type`,
  });
}

/**
 * Checks that a definition says no more than what is there, for a credential that may change nothing of it. What it
 * leaves out is as it is.
 *
 * @throws `forbidden`
 */
export function checkSameDefinition<Definition extends { readonly name: string }>(
  kind: 'user attribute' | 'group',
  definition: Definition,
  existing: Partial<Record<Exclude<keyof Definition, 'name' | 'type'>, unknown>> | undefined,
): void {
  const known = existing as Readonly<Record<string, unknown>> | undefined;
  const isSame = Object.entries(definition).every(
    ([key, value]) => key === 'name' || key === 'type' || value == null || known?.[key] === value,
  );
  if (known && isSame) return;
  const reason = `The ${kind} ${JSON.stringify(definition.name)} ${known ? 'differs' : 'is not there'}: it is defined with a key that is not scoped to deployments`;
  throw refuse('forbidden', { reason });
}

/**
 * Pairs values with their attributes; a value of null clears.
 *
 * @param isOfTenant whether they are those of an embed tenant, as sessions in creator mode set them
 * @throws `attributes_not_found`, `attribute_type_mismatch`
 */
export function matchAttributes<Attribute extends Pick<UserAttribute, 'type'>>(
  inputs: readonly UserAttributeInput[],
  known: ReadonlyMap<string, Attribute>,
  { isOfTenant }: { readonly isOfTenant: boolean },
): { attribute: Attribute; value: Exclude<UserAttributeInput['value'], undefined> }[] {
  const missing = inputs.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (missing.length > 0) {
    // The account may well have one of that name, which a session in creator mode does not set.
    const owner = isOfTenant ? ' (of the embed tenant; define them in userAttributeDefinitions)' : '';
    throw refuse('attributes_not_found', { names: missing.join(', ') + owner });
  }
  return inputs.flatMap(({ name, value = null }) => {
    const attribute = known.get(name);
    if (!attribute) return [];
    if (value !== null && !hasType(value, attribute.type))
      throw refuse('attribute_type_mismatch', { name, type: attribute.type });
    return [{ attribute, value }];
  });
}
