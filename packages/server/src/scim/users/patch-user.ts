import {
  refuse,
  refuseFields,
  type FieldIssue,
  type ScimPatchOperation,
  type ScimUserContent,
} from '@oriel/contract';
import type { ScimPatchOperation as LibraryOperation } from 'scim-patch';
import { parseFilter } from '../filter/parse-filter.ts';
import { readPatchPath } from '../patch-path.ts';
import { checkContent, noteAttributes, toBoolean, toStored } from './read-user.ts';
import { findPart, findUserAttribute, readUrn } from './user-attributes.ts';

/** Changes of a user: of its content, and values of attributes of users by their names (null removes). */
interface UserPatch {
  readonly operations: readonly UserOperation[];
  readonly attributes: ReadonlyMap<string, unknown>;
  /** Whether the attributes of users that are not named have no value afterwards. */
  readonly removesOthers: boolean;
}

type Op = 'add' | 'replace' | 'remove';

/** What an operation changes: an attribute, those of its values that a filter chooses, or a part of either. */
interface Target {
  readonly attribute: string;
  readonly filter?: string | undefined;
  readonly part?: string | undefined;
}

interface UserOperation {
  readonly op: Op;
  readonly target: Target;
  readonly value?: unknown;
}

/**
 * Reads the operations of a patch, each with a path: the fields of a value without one are paths. What is known and not
 * stored is left out.
 *
 * @param extensionUrn the URN of the extension with the attributes of users
 * @throws `scim_path_invalid`, `scim_target_missing`, `scim_read_only`, `scim_filter_invalid`
 */
export async function readUserPatch(
  patch: readonly ScimPatchOperation[],
  extensionUrn: string,
): Promise<UserPatch> {
  const operations: UserOperation[] = [];
  const attributes = new Map<string, unknown>();
  const issues: FieldIssue[] = [];
  let removesOthers = false;
  for (const { op, path, value, isFromValue } of patch.flatMap(withPaths)) {
    const target = readUrn(path, extensionUrn);
    if (target.kind === 'attribute' && target.name === '' && op === 'remove') {
      removesOthers = true;
      attributes.clear();
    } else if (target.kind === 'attribute')
      noteAttributes(attributes, target.name, op === 'remove' ? null : value, issues);
    else if (target.kind === 'unknown') throw refuse('scim_path_invalid', { path });
    else if (target.kind === 'core')
      operations.push(...(await readOperation({ op, path: target.name, value, isFromValue })));
  }
  if (issues.length > 0) throw refuseFields(issues);
  return { operations, attributes, removesOthers };
}

/** A user after a patch. @throws `validation_failed`, `scim_target_missing`, `scim_path_invalid` */
export async function applyUserPatch(
  content: ScimUserContent,
  { operations }: UserPatch,
): Promise<ScimUserContent> {
  const { NoTarget, ScimError, scimPatch } = await import('scim-patch');
  const resource = { schemas: [], meta: META, ...content };
  try {
    const {
      schemas: _schemas,
      meta: _meta,
      ...patched
    } = operations.reduce(
      (patching, operation) =>
        scimPatch(patching, [forLibrary(operation)], {
          mutateDocument: false,
          // What a filter chooses has to be there, unless it is added. @see RFC 7644, section 3.5.2.3
          treatMissingAsAdd: operation.op !== 'replace' || operation.target.filter === undefined,
        }) as typeof resource,
      resource,
    );
    return checkContent(withOnePrimary(dropEmpty(patched), content));
  } catch (error) {
    const path = operations.map(({ target }) => pathOf(target)).join(', ');
    if (error instanceof NoTarget) throw refuse('scim_target_missing', { path }, { cause: error });
    if (error instanceof ScimError) throw refuse('scim_path_invalid', { path }, { cause: error });
    throw error;
  }
}

/** The type of the library asks for it. */
const META = { resourceType: 'User', created: new Date(0), lastModified: new Date(0), location: '' };

interface PathOperation {
  readonly op: Op;
  readonly path: string;
  readonly value: unknown;
  /** Whether the path is a field of a value without one. */
  readonly isFromValue: boolean;
}

function withPaths({ op, path, value }: ScimPatchOperation): PathOperation[] {
  // The schema lets no other through.
  const kind = op.toLowerCase() as Op;
  if (path !== undefined && path !== '') return [{ op: kind, path, value, isFromValue: false }];
  if (kind === 'remove') throw refuse('scim_target_missing', { path: '' });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('scim_path_invalid', { path: '' });
  return Object.entries(value).map(([key, each]) => ({
    op: kind,
    path: key,
    value: each,
    isFromValue: true,
  }));
}

/** None for what is not stored. */
async function readOperation({ op, path, value, isFromValue }: PathOperation): Promise<UserOperation[]> {
  const { filter, part, ...named } = readPatchPath(path);
  const attribute = findUserAttribute(named.attribute);
  if (attribute.kind === 'notStored') return [];
  if (attribute.kind === 'readOnly') {
    // Okta sends the id along.
    if (isFromValue) return [];
    throw refuse('scim_read_only', { path });
  }
  if (attribute.kind !== 'stored' || (filter !== undefined && attribute.name !== 'emails'))
    throw refuse('scim_path_invalid', { path });
  const { name } = attribute;
  // Null takes away as a removal does.
  if (name === 'active' && (op === 'remove' || value === null || value === undefined))
    throw refuseFields([{ path, message: 'always has a value: replace it with true or false' }]);
  if (filter !== undefined) await parseFilter(filter);
  const whole: Target = { attribute: name, filter };
  if (part === undefined) {
    const set = toOperations(op, whole, toStored(name, value));
    return name === 'name' ? [...set, ...removals(op, name, value)] : set;
  }
  const known = findPart(name, part);
  if (known.kind === 'notStored') return [];
  if (known.kind !== 'stored') throw refuse('scim_path_invalid', { path });
  const target = { ...whole, part: known.name };
  return toOperations(op, target, known.name === 'primary' ? toBoolean(value) : value);
}

/** Parts of an attribute that null takes away. */
function removals(op: Op, attribute: string, value: unknown): UserOperation[] {
  if (op === 'remove' || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]): UserOperation[] => {
    const known = findPart(attribute, key);
    return part === null && known.kind === 'stored'
      ? [{ op: 'remove', target: { attribute, part: known.name } }]
      : [];
  });
}

/** Null is no value; a filter chooses addresses of which each is replaced by a single one. */
function toOperations(op: Op, target: Target, value: unknown): UserOperation[] {
  const { attribute, filter, part } = target;
  if (op === 'remove') {
    const isWhole = filter === undefined && part === undefined;
    const addresses = attribute === 'emails' && isWhole ? addressesIn(value) : [];
    const chosen = addresses.map((address) => ({ attribute, filter: `value eq ${JSON.stringify(address)}` }));
    return (chosen.length > 0 ? chosen : [target]).map((each) => ({ op, target: each }));
  }
  if (value === null || value === undefined) return [{ op: 'remove', target }];
  const isOneOfMany = filter !== undefined && part === undefined;
  return [{ op, target, value: isOneOfMany && Array.isArray(value) ? value[0] : value }];
}

function forLibrary({ op, target, value }: UserOperation): LibraryOperation {
  return op === 'remove' ? { op, path: pathOf(target) } : { op, path: pathOf(target), value };
}

/** @see RFC 7644, section 3.5.2 */
function pathOf({ attribute, filter, part }: Target): string {
  return `${attribute}${filter === undefined ? '' : `[${filter}]`}${part === undefined ? '' : `.${part}`}`;
}

function addressesIn(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((each) => {
    const { value: address } = (each ?? {}) as { value?: unknown };
    return typeof address === 'string' ? [address] : [];
  });
}

/** What is left of an attribute of which every part is gone is none. */
function dropEmpty(content: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null && !isEmpty(value)));
}

/** An address that becomes the primary one takes the place of the one that was. @see RFC 7644, section 3.5.2 */
function withOnePrimary(content: Record<string, unknown>, before: ScimUserContent): unknown {
  const { emails } = content;
  if (!Array.isArray(emails)) return content;
  const list: readonly { value?: unknown; primary?: unknown }[] = emails;
  const primary = list.filter((each) => each.primary === true);
  if (primary.length < 2) return content;
  const was = new Set(before.emails?.filter((each) => each.primary).map((each) => each.value));
  const chosen = primary.find((each) => !was.has(String(each.value))) ?? primary[0];
  return {
    ...content,
    emails: list.map((each) =>
      each.primary === true && each !== chosen ? { ...each, primary: false } : each,
    ),
  };
}

/** Whether a patch says anything of whether the user is active. */
export function touchesActive({ operations }: UserPatch): boolean {
  return operations.some(({ target }) => target.attribute === 'active');
}
