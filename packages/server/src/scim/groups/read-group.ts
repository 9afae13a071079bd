import {
  refuse,
  refuseFields,
  ScimGroupContent,
  type FieldIssue,
  type Refusal,
  type ScimPatchOperation,
} from '@oriel/contract';
import { createValueReader } from '../../http/requests/validation.ts';
import { parseFilter, type ScimFilter } from '../filter/parse-filter.ts';
import { readPatchPath } from '../patch-path.ts';

/** A change of a group, in the order in which they are made. */
export type GroupChange =
  | { readonly kind: 'rename'; readonly displayName: string }
  | { readonly kind: 'setExternalId'; readonly externalId: string | null }
  | { readonly kind: 'addMembers' | 'replaceMembers' | 'removeMembers'; readonly members: readonly string[] }
  | { readonly kind: 'removeMembersWhere'; readonly filter: ScimFilter };

const names: Readonly<Record<string, 'displayName' | 'externalId' | 'members'>> = {
  displayname: 'displayName',
  externalid: 'externalId',
  members: 'members',
};
const READ_ONLY = new Set(['id', 'meta', 'schemas']);
const CORE_URN = /^urn:ietf:params:scim:schemas:core:2\.0:group:/i;

const readContent = createValueReader(ScimGroupContent);

/**
 * Reads the body of a group, with names in any case.
 * @throws `validation_failed` for what is none of a group's attributes
 */
export function readGroup(body: Readonly<Record<string, unknown>>): ScimGroupContent {
  const content: Record<string, unknown> = {};
  const issues: FieldIssue[] = [];
  for (const [key, value] of Object.entries(body)) {
    const name = nameOf(key);
    if (name !== undefined) {
      if (value !== null) content[name] = name === 'members' ? toMembers(value) : value;
    } else if (!READ_ONLY.has(key.toLowerCase()))
      issues.push({ path: key, message: 'is no attribute of a group here' });
  }
  if (issues.length > 0) throw refuseFields(issues);
  return readContent(content, 'group');
}

function nameOf(key: string): 'displayName' | 'externalId' | 'members' | undefined {
  const name = key.replace(CORE_URN, '').toLowerCase();
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** The ids of members; a single member is a list of one, and what else is said of one is the server's to know. */
function toMembers(value: unknown): unknown {
  return (Array.isArray(value) ? value : [value]).map((member: unknown) => {
    if (typeof member !== 'object' || member === null) return member;
    const entries = Object.entries(member);
    const isGroup = entries.some(([key, each]) => key.toLowerCase() === 'type' && isText(each, 'group'));
    if (isGroup) throw refuse('invalid_request', { reason: 'A group cannot be a member of a group' });
    const [, id] = entries.find(([key]) => key.toLowerCase() === 'value') ?? [];
    return typeof id === 'number' ? String(id) : id;
  });
}

function isText(value: unknown, text: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === text;
}

/**
 * Reads the operations of a patch.
 *
 * @throws `scim_path_invalid`, `scim_target_missing`, `scim_read_only`, `scim_filter_invalid`, `validation_failed`
 */
export async function readGroupPatch(patch: readonly ScimPatchOperation[]): Promise<GroupChange[]> {
  const changes: GroupChange[] = [];
  for (const { op, path, value } of patch) {
    const kind = op.toLowerCase();
    if (path !== undefined && path !== '') changes.push(await readChange(kind, path, value));
    else for (const [key, each] of entriesIn(kind, value)) changes.push(await readChange(kind, key, each));
  }
  return changes;
}

/** The fields of a value without a path, each of which is one. */
function entriesIn(op: string, value: unknown): [string, unknown][] {
  if (op === 'remove') throw refuse('scim_target_missing', { path: '' });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('scim_path_invalid', { path: '' });
  // Okta sends the id along.
  return Object.entries(value).filter(([key]) => !READ_ONLY.has(key.toLowerCase()));
}

async function readChange(op: string, path: string, value: unknown): Promise<GroupChange> {
  const { attribute, filter, part } = readPatchPath(path.replace(CORE_URN, ''));
  if (READ_ONLY.has(attribute.toLowerCase())) throw refuse('scim_read_only', { path });
  const name = nameOf(attribute);
  if (name === undefined || part !== undefined) throw invalidPath(path);
  const isRemoved = op === 'remove' || value === null || value === undefined;
  if (name === 'members') return readMembersChange(op, { path, filter, value });
  if (filter !== undefined) throw invalidPath(path);
  if (name === 'externalId')
    return { kind: 'setExternalId', externalId: isRemoved ? null : (partOf('externalId', value) ?? null) };
  if (isRemoved) throw refuseFields([{ path: 'displayName', message: 'is required' }]);
  return { kind: 'rename', displayName: partOf('displayName', value) ?? '' };
}

async function readMembersChange(
  op: string,
  { path, filter, value }: { path: string; filter: string | undefined; value: unknown },
): Promise<GroupChange> {
  if (filter !== undefined) {
    // There is nothing else of a member to change.
    if (op !== 'remove') throw invalidPath(path);
    return { kind: 'removeMembersWhere', filter: await parseFilter(filter) };
  }
  const isNothing = value === null || value === undefined;
  if (op === 'remove' && isNothing) return { kind: 'replaceMembers', members: [] };
  const members = (isNothing ? [] : partOf('members', toMembers(value))) ?? [];
  if (op === 'remove') return { kind: 'removeMembers', members };
  return { kind: op === 'add' ? 'addMembers' : 'replaceMembers', members };
}

/** One attribute of a group, as it has to be. @throws `validation_failed` */
function partOf<N extends keyof ScimGroupContent>(name: N, value: unknown): ScimGroupContent[N] {
  return readContent({ displayName: 'group', [name]: value }, 'group')[name];
}

function invalidPath(path: string): Refusal {
  return refuse('scim_path_invalid', { path });
}
