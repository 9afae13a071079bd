import { scimUrns, type ServerBrand } from '@oriel/contract';

/** The attributes of a user that are stored, with the parts that they have, by their names in lower case. */
const stored: Readonly<
  Record<string, { readonly name: string; readonly parts: Readonly<Record<string, string>> }>
> = {
  username: { name: 'userName', parts: {} },
  externalid: { name: 'externalId', parts: {} },
  displayname: { name: 'displayName', parts: {} },
  title: { name: 'title', parts: {} },
  active: { name: 'active', parts: {} },
  name: { name: 'name', parts: { givenname: 'givenName', familyname: 'familyName' } },
  emails: { name: 'emails', parts: { value: 'value', type: 'type', primary: 'primary' } },
};

/** Kept by the server. */
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);

/** What RFC 7643 has beside what is stored: providers send it unasked. */
const NOT_STORED = new Set([
  'nickname',
  'profileurl',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'password',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509certificates',
]);
const PARTS_NOT_STORED = new Set([
  'formatted',
  'middlename',
  'honorificprefix',
  'honorificsuffix',
  'display',
  '$ref',
]);

/** What a name stands for: an attribute by its name as RFC 7643 writes it, or none that is stored. */
type KnownAttribute =
  | { readonly kind: 'stored'; readonly name: string }
  | { readonly kind: 'notStored' }
  | { readonly kind: 'readOnly' }
  | { readonly kind: 'unknown' };

/** An attribute of a user, in any case. */
export function findUserAttribute(name: string): KnownAttribute {
  const key = name.toLowerCase();
  const found = Object.hasOwn(stored, key) ? stored[key] : undefined;
  if (found) return { kind: 'stored', name: found.name };
  if (READ_ONLY.has(key)) return { kind: 'readOnly' };
  return NOT_STORED.has(key) ? { kind: 'notStored' } : { kind: 'unknown' };
}

/** A part of a stored attribute of a user, in any case. */
export function findPart(attribute: string, name: string): KnownAttribute {
  const key = name.toLowerCase();
  const parts = stored[attribute.toLowerCase()]?.parts ?? {};
  const found = Object.hasOwn(parts, key) ? parts[key] : undefined;
  if (found !== undefined) return { kind: 'stored', name: found };
  return PARTS_NOT_STORED.has(key) ? { kind: 'notStored' } : { kind: 'unknown' };
}

/** The URN of the extension with the attributes of users, as a brand has it. */
export function attributesUrn({ names }: Pick<ServerBrand, 'names'>): string {
  const own: Readonly<Record<string, string>> = names.fields;
  return own[scimUrns.userAttributes] ?? scimUrns.userAttributes;
}

/** What a key or a path with a URN names. */
type UrnTarget =
  | { readonly kind: 'core'; readonly name: string }
  /** An attribute of users by its name; empty for all of them. */
  | { readonly kind: 'attribute'; readonly name: string }
  /** The enterprise extension, which is not stored. */
  | { readonly kind: 'notStored' }
  | { readonly kind: 'unknown' };

const CORE = `${scimUrns.user}:`.toLowerCase();

/** Reads a key or a path that may begin with the URN of a schema. */
export function readUrn(text: string, extensionUrn: string): UrnTarget {
  const key = text.toLowerCase();
  if (!key.startsWith('urn:')) return { kind: 'core', name: text };
  if (key.startsWith(CORE)) return { kind: 'core', name: text.slice(CORE.length) };
  // The key of a body has been translated into the contract's by then, keys of a caller's own and paths have not.
  for (const urn of new Set([extensionUrn, scimUrns.userAttributes])) {
    if (key === urn.toLowerCase()) return { kind: 'attribute', name: '' };
    if (key.startsWith(`${urn.toLowerCase()}:`))
      return { kind: 'attribute', name: text.slice(urn.length + 1) };
  }
  const isEnterprise = `${key}:`.startsWith(`${scimUrns.enterpriseUser.toLowerCase()}:`);
  return isEnterprise ? { kind: 'notStored' } : { kind: 'unknown' };
}
