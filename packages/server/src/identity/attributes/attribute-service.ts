import {
  limits,
  refuse,
  type OperationTypes,
  type UserAttribute,
  type UserAttributeCreateInput,
  type UserAttributesListResponse,
  type UserAttributeType,
  type UserAttributeUpdateInput,
  type UserAttributeValue,
  type UserAttributeValueCreateInput,
} from '@oriel/contract';
import { checkValue } from '../../access/attribute-value.ts';
import { may } from '../../access/may.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { readPage, toListAnswer } from '../../paging/page.ts';
import { changeAccount } from '../account-change.ts';
import { checkRoom } from '../api-keys/check-room.ts';
import { createUserStore } from '../users/user-store.ts';
import {
  createAttributeStore,
  newestFirst,
  type AttributeStore,
  type AttributeValueRow,
} from './attribute-store.ts';

/** Creates and changes attributes of users, and sets their values. */
export type AttributeService = ReturnType<typeof createAttributeService>;

/** What the methods below work with; each names what it needs of it. */
interface AttributeServiceParts {
  readonly db: Db;
  readonly store: AttributeStore;
}

/** Makes the service of attributes of users. */
export function createAttributeService(db: Db) {
  const store = createAttributeStore(db);
  return bindFirst({ db, store }, { list, create, update, listValues, setValue });
}

/** The newest first. @throws `invalid_cursor` */
async function list(
  { store }: { store: AttributeStore },
  { tenantId }: UserPrincipal,
  { name = null, type = null, offset, limit, first, after }: OperationTypes['getUserAttributes']['query'],
): Promise<UserAttributesListResponse> {
  const filter = { tenantId, name, type };
  const request = { first: first ?? limit ?? limits.DEFAULT_PAGE_SIZE, after, offset: offset ?? 0 };
  const [page, count] = await Promise.all([
    readPage(request, newestFirst, (range) => store.list(filter, range)),
    store.count(filter),
  ]);
  return toListAnswer(page.rows, page, count);
}

/** @throws `attribute_name_taken`, `attribute_type_mismatch`, `invalid_request`, `too_many_records` */
async function create(
  { db }: { db: Db },
  actor: UserPrincipal,
  input: UserAttributeCreateInput,
): Promise<UserAttribute> {
  const { tenantId } = actor;
  const name = input.name.trim();
  if (name === '') throw refuse('invalid_request', { reason: 'The name must not be empty' });
  const options = { takesAway: false, conflict: { attributeName: name } };
  return changeAccount(db, actor, options, async (tx) => {
    const attributes = createAttributeStore(tx);
    await checkDefault(attributes, { name, type: input.type }, input.defaultValue);
    const count = await attributes.count({ tenantId, name: null, type: null });
    checkRoom('attributes of users', count, limits.MAX_USER_ATTRIBUTES);
    return attributes.insert({ ...input, name, tenantId });
  });
}

/** @throws `user_attribute_not_found`, `attribute_type_mismatch` */
function update(
  { db }: { db: Db },
  actor: UserPrincipal,
  id: number,
  input: UserAttributeUpdateInput,
): Promise<UserAttribute> {
  return changeAccount(db, actor, { takesAway: false }, async (tx) => {
    const attributes = createAttributeStore(tx);
    const attribute = await getAttribute(attributes, actor.tenantId, id);
    await checkDefault(attributes, attribute, input.defaultValue);
    return (await attributes.update(actor.tenantId, id, input)) ?? attribute;
  });
}

/** Of others, for administrators alone. @throws `user_not_found`, `forbidden` */
async function listValues(
  { db, store }: AttributeServiceParts,
  actor: UserPrincipal,
  userId: number,
): Promise<UserAttributeValue[]> {
  if (userId !== actor.userId && !may(actor, 'All'))
    throw refuse('forbidden', { reason: 'Only administrators see the attributes of other users' });
  await checkUser(db, actor.tenantId, userId);
  return (await store.listValues(actor.tenantId, userId)).map(toValue);
}

/** @throws `user_not_found`, `user_attribute_not_found`, `attribute_type_mismatch`, `attribute_value_too_large` */
function setValue(
  { db }: { db: Db },
  actor: UserPrincipal,
  input: UserAttributeValueCreateInput,
): Promise<UserAttributeValue> {
  const { value = null } = input;
  const [userId, attributeId] = [Number(input.userId), Number(input.userAttributeId)];
  return changeAccount(db, actor, { takesAway: false }, async (tx) => {
    const attributes = createAttributeStore(tx);
    await checkUser(tx, actor.tenantId, userId);
    const attribute = await getAttribute(attributes, actor.tenantId, attributeId);
    if (value !== null) checkValue(value, attribute);
    await attributes.setValue(attributeId, userId, value);
    const [row] = await attributes.listValues(actor.tenantId, userId, attributeId);
    if (!row) throw new Error(`The attribute ${attributeId} is not there`);
    return toValue(row);
  });
}

async function getAttribute(
  attributes: Pick<AttributeStore, 'find'>,
  tenantId: number,
  id: number,
): Promise<UserAttribute> {
  const attribute = await attributes.find(tenantId, id);
  if (!attribute) throw refuse('user_attribute_not_found', { id });
  return attribute;
}

async function checkUser(db: Db, tenantId: number, userId: number): Promise<void> {
  if (!(await createUserStore(db).find(tenantId, userId))) throw refuse('user_not_found', { id: userId });
}

/** @throws `attribute_type_mismatch` for a text that is no value of the type */
async function checkDefault(
  attributes: Pick<AttributeStore, 'isDefault'>,
  { name, type }: { name: string; type: UserAttributeType },
  text: string | null | undefined,
): Promise<void> {
  if (text != null && !(await attributes.isDefault(type, text)))
    throw refuse('attribute_type_mismatch', { name, type });
}

function toValue({ held, ...row }: AttributeValueRow): UserAttributeValue {
  return { ...row, formattedValue: held === null ? null : [held].flat().join(', ') };
}
