import {
  refuseFields,
  type FieldIssue,
  type NotificationRecipientInput,
  type NotificationRecipientsListResponse,
  type NotificationRecipientsMutationResponse,
  type OperationTypes,
  type RemoveNotificationRecipientInput,
  type ServerBrand,
} from '@oriel/contract';
import { refuse } from '@oriel/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../db/database.ts';
import { toStorableId } from '../../db/storable-id.ts';
import type { ViewerLimit } from '../../embedding/embed-users/viewer-limit.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { isMailAddress } from '../../mail/mail-address.ts';
import { readPage } from '../../paging/page.ts';
import { toOverrides, type RenderingOverrides } from '../../rendering/rendering-overrides.ts';
import { ensureViewers, viewerKey } from '../../rendering/viewer-subjects.ts';
import type { NotificationService } from '../notification-service.ts';
import { createNotificationStore } from '../notification-store.ts';
import { readRecipients, type NamedRecipient } from './read-recipients.ts';
import { createRecipientStore, recipientsNewestFirst, type RecipientRef } from './recipient-store.ts';

/** Adds, removes and lists the recipients of notifications. */
export type RecipientService = ReturnType<typeof createRecipientService>;

/** What recipients are added with. */
export interface RecipientOptions {
  readonly brand: ServerBrand;
  readonly viewerLimit: ViewerLimit;
}

/** A recipient who is to be there. */
interface WantedRecipient extends RecipientRef {
  readonly overrides: RenderingOverrides;
}

/** Makes the service of recipients. Every method throws `notification_not_found`. */
export function createRecipientService(
  db: Db,
  notifications: Pick<NotificationService, 'getRow'>,
  { brand, viewerLimit }: RecipientOptions,
) {
  /** Changes of the recipients of a notification follow each other. */
  const change = async <T>(deploymentId: number, id: number, work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      if (!(await createNotificationStore(tx).lock(deploymentId, id)))
        throw refuse('notification_not_found', { id });
      return work(tx);
    });
  return {
    /** The last one added first. @throws `invalid_cursor` */
    async list(
      deploymentId: number,
      notificationId: number,
      { first, after }: OperationTypes['getRecipients']['query'],
    ): Promise<NotificationRecipientsListResponse> {
      await notifications.getRow(deploymentId, notificationId);
      const request = { first: first ?? undefined, after: after ?? undefined };
      const { rows, pageInfo } = await readPage(request, recipientsNewestFirst, (range) =>
        createRecipientStore(db).list(notificationId, range),
      );
      return { items: rows, pageInfo };
    },
    /** All or none. @throws `validation_failed`, and what {@link ensureViewers} throws */
    add: (
      { id: deploymentId, tenantId }: DeploymentRef,
      notificationId: number,
      inputs: readonly NotificationRecipientInput[],
    ): Promise<NotificationRecipientsMutationResponse> =>
      change(deploymentId, notificationId, async (tx) => {
        const named = readRecipients(inputs, brand);
        const wanted = await resolve(tx, tenantId, named, viewerLimit);
        return store(tx, notificationId, wanted);
      }),
    /** Who is no recipient is ignored. @throws `validation_failed` */
    remove: (
      { id: deploymentId, tenantId }: DeploymentRef,
      notificationId: number,
      inputs: readonly RemoveNotificationRecipientInput[],
    ): Promise<void> =>
      change(deploymentId, notificationId, async (tx) => {
        const refs = await toRefs(tx, tenantId, inputs);
        await createRecipientStore(tx).remove(notificationId, refs);
      }),
  };
}

/** Finds the people who are named; viewers who are not there are made. @throws `validation_failed` */
async function resolve(
  tx: Db,
  tenantId: number,
  named: readonly NamedRecipient[],
  viewerLimit: ViewerLimit,
): Promise<WantedRecipient[]> {
  const ids = named.flatMap((each) => (each.kind === 'id' ? toStorableId(each.userId) : []));
  const emails = named.flatMap((each) => (each.kind === 'email' ? each.email : []));
  const users = await createRecipientStore(tx).findUsers(tenantId, { ids, emails });
  const viewers = await ensureViewers(
    tx,
    tenantId,
    named.flatMap((each) => (each.kind === 'viewer' ? each.viewer : [])),
    viewerLimit,
  );
  const issues: FieldIssue[] = [];
  const wanted = named.flatMap((each, index): WantedRecipient[] => {
    const path = `recipients[${index}]`;
    if (each.kind === 'viewer') {
      const found = viewers.get(viewerKey(each.viewer));
      if (found && isMailAddress(found.email ?? each.viewer.externalId))
        return [{ userId: null, embedUserId: found.id, overrides: toOverrides(each.viewer) }];
      issues.push({ path, message: 'has no e-mail address: neither the viewer nor as its externalId' });
      return [];
    }
    const found = users.find((user) =>
      each.kind === 'id' ? user.id === each.userId : user.email.toLowerCase() === each.email,
    );
    if (found && isMailAddress(found.email)) return [{ userId: found.id, embedUserId: null, overrides: {} }];
    issues.push({ path, message: found ? 'has no e-mail address' : 'is no active user of the account' });
    return [];
  });
  if (issues.length > 0) throw refuseFields(issues);
  return wanted;
}

/** Adds who is missing, and changes what holds for the rendering of the others. */
async function store(
  tx: Db,
  notificationId: number,
  wanted: readonly WantedRecipient[],
): Promise<NotificationRecipientsMutationResponse> {
  const recipients = createRecipientStore(tx);
  const before = new Map((await recipients.find(notificationId, wanted)).map((row) => [keyOf(row), row]));
  const kinds = new Map<string, 'created' | 'updated' | 'unchanged'>();
  // Of one who is named twice the last holds.
  for (const [key, each] of new Map(wanted.map((recipient) => [keyOf(recipient), recipient]))) {
    const known = before.get(key);
    const overrides = { ...known?.overrides, ...each.overrides };
    if (!known) await recipients.insert(notificationId, { ...each, overrides });
    else if (!isDeepStrictEqual(known.overrides, overrides))
      await recipients.setOverrides(known.id, overrides);
    const isSame = known !== undefined && isDeepStrictEqual(known.overrides, overrides);
    kinds.set(key, known ? (isSame ? 'unchanged' : 'updated') : 'created');
  }
  const now = await recipients.find(notificationId, wanted);
  const ofKind = (kind: string) => now.filter((row) => kinds.get(keyOf(row)) === kind);
  return {
    createdRecipients: ofKind('created'),
    updatedRecipients: ofKind('updated'),
    unchangedRecipients: ofKind('unchanged'),
  };
}

/** @throws `validation_failed` for a viewer without the name of its embed tenant */
async function toRefs(
  tx: Db,
  tenantId: number,
  inputs: readonly RemoveNotificationRecipientInput[],
): Promise<RecipientRef[]> {
  const issues = inputs.flatMap(({ type, embedTenantName }, index): FieldIssue[] =>
    type === 'EMBED_USER' && embedTenantName == null
      ? [{ path: `recipients[${index}].embedTenantName`, message: 'is needed for an EMBED_USER' }]
      : [],
  );
  if (issues.length > 0) throw refuseFields(issues);
  const ofType = (type: RemoveNotificationRecipientInput['type']) =>
    inputs.filter((input) => input.type === type);
  const refs: RecipientRef[] = ofType('USER').map(({ id }) => ({
    userId: toStorableId(Number(id)),
    embedUserId: null,
  }));
  for (const [name, viewers] of Map.groupBy(ofType('EMBED_USER'), (input) => input.embedTenantName ?? '')) {
    const ids = viewers.map(({ id }) => toStorableId(Number(id)));
    const found = await createRecipientStore(tx).findViewers(tenantId, name.trim().toLowerCase(), ids);
    refs.push(...found.map((embedUserId) => ({ userId: null, embedUserId })));
  }
  return refs;
}

const keyOf = ({ userId, embedUserId }: RecipientRef) => `${userId} ${embedUserId}`;
