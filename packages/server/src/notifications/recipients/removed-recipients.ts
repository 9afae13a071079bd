import { refuseFields, type FieldIssue, type RemoveNotificationRecipientInput } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import { createRecipientStore, type RecipientRef } from './recipient-store.ts';

/**
 * Who is named for removal, of those who are there.
 * @throws `validation_failed` for a viewer without the name of its embed tenant
 */
export async function findRemoved(
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
