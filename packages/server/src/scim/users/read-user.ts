import { refuseFields, ScimUserContent, type FieldIssue } from '@oriel/contract';
import { createValueReader } from '../../http/requests/validation.ts';
import { withoutNulls } from '../../http/requests/without-nulls.ts';
import { checkEmails } from './check-emails.ts';
import { findPart, findUserAttribute, readUrn } from './user-attributes.ts';

/** A user as a provider has sent it, in the one form that the server works with. */
export interface ReadUser {
  readonly content: ScimUserContent;
  /** Values of attributes of users by their names, null for none; undefined where the extension is not named. */
  readonly attributes: ReadonlyMap<string, unknown> | undefined;
}

/**
 * Reads the body of a user: names in any case, booleans as texts, and attributes of users nested or by keys of their
 * own.
 *
 * @param extensionUrn the URN of the extension
 * @throws `validation_failed` for what is none of a user's attributes
 */
export function readUser(body: Readonly<Record<string, unknown>>, extensionUrn: string): ReadUser {
  const content: Record<string, unknown> = {};
  const attributes = new Map<string, unknown>();
  const issues: FieldIssue[] = [];
  let isExtended = namesExtension(body['schemas'], extensionUrn);
  for (const [key, value] of Object.entries(body)) {
    const target = readUrn(key, extensionUrn);
    if (target.kind === 'attribute') {
      isExtended = true;
      noteAttributes(attributes, target.name, value, issues);
    } else if (target.kind === 'core') {
      const attribute = findUserAttribute(target.name);
      if (attribute.kind === 'stored' && value !== null)
        content[attribute.name] = toStored(attribute.name, value);
      if (attribute.kind === 'unknown') issues.push(notKnown(key));
    } else if (target.kind === 'unknown') issues.push(notKnown(key));
  }
  if (issues.length > 0) throw refuseFields(issues);
  return { content: checkContent(content), attributes: isExtended ? attributes : undefined };
}

const readContent = createValueReader(ScimUserContent);

/** @throws `validation_failed` for what is not what it has to be */
export function checkContent(content: unknown): ScimUserContent {
  const read = readContent(content, 'user');
  return read.emails ? { ...read, emails: checkEmails(read.emails) } : read;
}

/** Values of the extension, by name: one, or with an empty name an object of them. */
export function noteAttributes(
  attributes: Map<string, unknown>,
  name: string,
  value: unknown,
  issues: FieldIssue[],
): void {
  if (name !== '') attributes.set(name, value);
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [each, held] of Object.entries(value)) {
      // Libraries that make a class of each schema send its URN along.
      if (!isListOfUrns(each, held)) attributes.set(each, held);
    }
  else issues.push({ path: 'UserAttribute', message: 'must be an object with the values by their names' });
}

/**
 * The value of a stored attribute with the names and booleans that it should have; what cannot be one stays as it is.
 */
export function toStored(attribute: string, given: unknown): unknown {
  const value = withoutNulls(given);
  if (value === null) return null;
  if (attribute === 'active') return toBoolean(value);
  if (attribute === 'name') return toParts('name', value);
  if (attribute !== 'emails') return value;
  return (Array.isArray(value) ? value : [value]).map((each) =>
    typeof each === 'string' ? { value: each } : toParts('emails', each),
  );
}

/** Parts that are known and not stored are left out, others are left for the check to refuse. */
function toParts(attribute: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const known = findPart(attribute, key);
    if (known.kind === 'notStored' || part === null) return [];
    const name = known.kind === 'stored' ? known.name : key;
    return [[name, name === 'primary' ? toBoolean(part) : part]];
  });
  return Object.fromEntries(parts);
}

/** Entra sends `"False"`. */
export function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : value;
}

function isListOfUrns(name: string, value: unknown): boolean {
  return (
    name === 'schemas' &&
    Array.isArray(value) &&
    value.every((urn) => typeof urn === 'string' && urn.startsWith('urn:'))
  );
}

function namesExtension(schemas: unknown, extensionUrn: string): boolean {
  return Array.isArray(schemas) && schemas.some((urn) => isExtension(urn, extensionUrn));
}

function isExtension(urn: unknown, extensionUrn: string): boolean {
  return typeof urn === 'string' && readUrn(urn, extensionUrn).kind === 'attribute';
}

function notKnown(path: string): FieldIssue {
  return { path, message: 'is no attribute of a user here' };
}
