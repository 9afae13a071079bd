import { refuseFields, type FieldIssue } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import type { RenderingOverrides } from '../../db/values/stored-renderings.ts';
import type { ViewerLimit } from '../../embedding/embed-users/viewer-limit.ts';
import { isMailAddress } from '../../mail/mail-address.ts';
import { toOverrides } from '../../rendering/rendering-overrides.ts';
import { ensureViewers, viewerKey } from '../../embedding/subjects/viewer-subjects.ts';
import type { NamedRecipient } from './read-recipients.ts';
import { createRecipientStore, type RecipientRef } from './recipient-store.ts';

/** A recipient who is to be there. */
export interface WantedRecipient extends RecipientRef {
  readonly overrides: RenderingOverrides;
}

/** Finds the people who are named; viewers who are not there are made. @throws `validation_failed` */
export async function resolveRecipients(
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
