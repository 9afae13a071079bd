import {
  refuse,
  refuseFields,
  type ScimEmail,
  type ScimName,
  type ScimUserContent,
  type UserAttributeType,
} from '@oriel/contract';
import { isDeepStrictEqual } from 'node:util';
import { checkValue } from '../../access/attribute-value.ts';
import type { AttributeValue } from '../../db/values/column-types.ts';
import { isMailAddress } from '../../mail/mail-address.ts';
import type { AttributeRow, ScimUserRow } from './scim-user-store.ts';

/** The columns of a user that SCIM writes. */
export type UserValues = Omit<
  ScimUserRow,
  'id' | 'role' | 'createdAt' | 'updatedAt' | 'attributes' | 'version'
>;

/** The address of a user who has no list of them; providers ask for and change the one of the type `work`. */
export function workAddress(email: string): ScimEmail {
  return { value: email, type: 'work', primary: true };
}

/** The name for display that is made of the parts of a name; null without them. */
export function nameFor({ givenName, familyName }: ScimName): string | null {
  const name = [givenName, familyName].filter((part) => part !== undefined && part !== '').join(' ');
  return name === '' ? null : name;
}

/**
 * The columns that a user has by what a provider says of it.
 *
 * @param row the user as it is; undefined for a new one
 * @throws `validation_failed` for a user without an e-mail address
 */
export function toValues(content: ScimUserContent, row: ScimUserRow | undefined): UserValues {
  const { name = {}, emails = [] } = content;
  const username = content.userName.trim();
  const email = primaryOf(emails)?.value ?? addressIn(username) ?? row?.email;
  if (email === undefined)
    throw refuseFields([{ path: 'emails', message: 'is required where the userName is no e-mail address' }]);
  const isUsual = emails.length === 0 || isDeepStrictEqual(emails, [workAddress(email)]);
  return {
    username,
    email,
    firstName: content.displayName ?? nameFor(name),
    givenName: name.givenName ?? null,
    familyName: name.familyName ?? null,
    title: content.title ?? null,
    externalId: content.externalId ?? null,
    emails: isUsual ? null : emails,
    isDeactivated: content.active === undefined ? (row?.isDeactivated ?? false) : !content.active,
  };
}

function primaryOf(emails: readonly ScimEmail[]): ScimEmail | undefined {
  return emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0];
}

function addressIn(userName: string): string | undefined {
  return isMailAddress(userName) ? userName : undefined;
}

/** Whether a user has those values already. */
export function hasValues(row: ScimUserRow, values: UserValues): boolean {
  return Object.entries(values).every(([name, value]) =>
    isDeepStrictEqual(row[name as keyof UserValues], value),
  );
}

/**
 * The values of attributes of users by their ids, of the types that they have; null for those without one.
 *
 * @param isWhole whether those that are not named have none
 * @throws `attributes_not_found`, `attribute_type_mismatch`, `attribute_value_too_large`
 */
export function toAttributeValues(
  named: ReadonlyMap<string, unknown>,
  known: readonly AttributeRow[],
  { isWhole }: { isWhole: boolean },
): Map<number, AttributeValue | null> {
  const values = new Map<number, AttributeValue | null>(isWhole ? known.map(({ id }) => [id, null]) : []);
  const missing: string[] = [];
  for (const [name, value] of named) {
    const attribute = findAttribute(known, name);
    if (attribute) values.set(attribute.id, toValue(attribute, value));
    else missing.push(name);
  }
  if (missing.length > 0) throw refuse('attributes_not_found', { names: missing.join(', ') });
  return values;
}

/** Names of SCIM are the same in any case; those of two attributes may differ in it alone. */
function findAttribute(known: readonly AttributeRow[], name: string): AttributeRow | undefined {
  const key = name.toLowerCase();
  return (
    known.find((attribute) => attribute.name === name) ??
    known.find((attribute) => attribute.name.toLowerCase() === key)
  );
}

function toValue({ name, type }: AttributeRow, sent: unknown): AttributeValue | null {
  if (sent === null || sent === undefined) return null;
  const value = toType(type, sent);
  if (!isPlain(value)) throw refuse('attribute_type_mismatch', { name, type });
  // What is of the type is a value.
  checkValue(value as AttributeValue, { name, type });
  return value as AttributeValue;
}

function isPlain(value: unknown): boolean {
  return Array.isArray(value) || typeof value !== 'object';
}

/** Providers map texts, also to numbers and booleans, and single values to lists. */
function toType(type: UserAttributeType, value: unknown): unknown {
  switch (type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'number':
      return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
    case 'boolean':
      return typeof value === 'string' && BOOLEAN.test(value) ? value.toLowerCase() === 'true' : value;
    case 'string_array':
    case 'number_array': {
      const item = type === 'string_array' ? 'string' : 'number';
      return (Array.isArray(value) ? value : [value]).map((each: unknown) => toType(item, each));
    }
  }
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const BOOLEAN = /^(?:true|false)$/i;
