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
import { createNotificationStore } from '../notification-store.ts';
import { readRecipients } from './read-recipients.ts';
import { withRights, type RecipientRights } from './recipients-who-view.ts';
import { createRecipientStore, recipientsNewestFirst, type RecipientRow } from './recipient-store.ts';
import { findRemoved } from './removed-recipients.ts';
import { resolveRecipients } from './resolve-recipients.ts';
import { storeRecipients } from './store-recipients.ts';

/** What recipients are added with. */
interface RecipientOptions {
  readonly brand: ServerBrand;
  readonly viewerLimit: ViewerLimit;
  readonly rights: RecipientRights;
}

/** Makes the service of recipients. Every method throws `notification_not_found`. */
export function createRecipientService(db: Db, { brand, viewerLimit, rights }: RecipientOptions) {
  const seen = (rows: readonly RecipientRow[], { id, tenantId }: DeploymentRef, publicId: string) =>
    withRights(rows, { tenantId, deploymentId: id, publicId }, rights);
  const findDashboard = async (deploymentId: number, id: number): Promise<string> => {
    const publicId = await createNotificationStore(db).findDashboardPublicId(deploymentId, id);
    if (publicId === undefined) throw refuse('notification_not_found', { id });
    return publicId;
  };
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
      deployment: DeploymentRef,
      notificationId: number,
      { first, after }: OperationTypes['getRecipients']['query'],
    ): Promise<NotificationRecipientsListResponse> {
      const publicId = await findDashboard(deployment.id, notificationId);
      const request = { first: first ?? undefined, after: after ?? undefined };
      const { rows, pageInfo } = await readPage(request, recipientsNewestFirst, (range) =>
        createRecipientStore(db).list(notificationId, range),
      );
      return { items: await seen(rows, deployment, publicId), pageInfo };
    },
    /** All or none. @throws `validation_failed`, and what {@link ensureViewers} throws */
    async add(
      deployment: DeploymentRef,
      notificationId: number,
      inputs: readonly NotificationRecipientInput[],
    ): Promise<NotificationRecipientsMutationResponse> {
      const stored = await change(deployment.id, notificationId, async (tx) => {
        const named = readRecipients(inputs, brand);
        const wanted = await resolveRecipients(tx, deployment.tenantId, named, viewerLimit);
        return storeRecipients(tx, notificationId, wanted);
      });
      const publicId = await findDashboard(deployment.id, notificationId);
      return {
        createdRecipients: await seen(stored.created, deployment, publicId),
        updatedRecipients: await seen(stored.updated, deployment, publicId),
        unchangedRecipients: await seen(stored.unchanged, deployment, publicId),
      };
    },
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
