import {
  refuse,
  type NotificationRecipientInput,
  type NotificationRecipientsListResponse,
  type NotificationRecipientsMutationResponse,
  type OperationTypes,
  type RemoveNotificationRecipientInput,
  type ServerBrand,
} from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { ViewerLimit } from '../../embedding/embed-users/viewer-limit.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { readPage } from '../../paging/page.ts';
import { checkNotification, createNotificationStore } from '../notification-store.ts';
import { readRecipients } from './read-recipients.ts';
import { createRecipientStore, recipientsNewestFirst } from './recipient-store.ts';
import { findRemoved } from './removed-recipients.ts';
import { resolveRecipients } from './resolve-recipients.ts';
import { storeRecipients } from './store-recipients.ts';

/** Adds, removes and lists the recipients of notifications. */
export type RecipientService = ReturnType<typeof createRecipientService>;

/** What recipients are added with. */
export interface RecipientOptions {
  readonly brand: ServerBrand;
  readonly viewerLimit: ViewerLimit;
}

/** Makes the service of recipients. Every method throws `notification_not_found`. */
export function createRecipientService(db: Db, { brand, viewerLimit }: RecipientOptions) {
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
      await checkNotification(createNotificationStore(db), deploymentId, notificationId);
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
        const wanted = await resolveRecipients(tx, tenantId, named, viewerLimit);
        return storeRecipients(tx, notificationId, wanted);
      }),
    /** Who is no recipient is ignored. @throws `validation_failed` */
    remove: (
      { id: deploymentId, tenantId }: DeploymentRef,
      notificationId: number,
      inputs: readonly RemoveNotificationRecipientInput[],
    ): Promise<void> =>
      change(deploymentId, notificationId, async (tx) => {
        const refs = await findRemoved(tx, tenantId, inputs);
        await createRecipientStore(tx).remove(notificationId, refs);
      }),
  };
}
