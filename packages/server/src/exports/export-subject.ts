import { refuse, refuseFields, type ExportSubjectInput, type ServerBrand } from '@oriel/contract';
import { may } from '../access/may.ts';
import type { UserPrincipal } from '../access/principal.ts';
import { tierPermissions } from '../access/roles/roles.ts';
import type { Db } from '../db/database.ts';
import { toStorableId } from '../db/values/storable-id.ts';
import { createDirectoryStore } from '../embedding/embed-directory/directory-store.ts';
import { createEmbedTenantStore } from '../embedding/embed-tenants/embed-tenant-store.ts';
import type { ViewerLimit } from '../embedding/embed-users/viewer-limit.ts';
import { createRecipientStore } from '../notifications/recipients/recipient-store.ts';
import type { Subject } from '../db/values/stored-renderings.ts';
import { toOverrides } from '../rendering/rendering-overrides.ts';
import { readViewerNames } from '../embedding/subjects/viewer-names.ts';
import { ensureViewers, viewerKey } from '../embedding/subjects/viewer-subjects.ts';

/** What subjects are found with. */
export interface SubjectOptions {
  readonly brand: ServerBrand;
  readonly viewerLimit: ViewerLimit;
}

/**
 * Finds the person with the rights under which an export is drawn; a viewer who is not there is made.
 *
 * @throws `admin_only`, `validation_failed`, `user_not_found`, and what {@link ensureViewers} throws
 */
export async function findExportSubject(
  db: Db,
  actor: UserPrincipal,
  input: ExportSubjectInput | null | undefined,
  options: SubjectOptions,
): Promise<Subject> {
  if (input == null) return { type: 'USER', userId: actor.userId };
  if (!may(actor, tierPermissions.Admin)) throw refuse('admin_only');
  return input.type === 'USER'
    ? findUser(db, actor.tenantId, input)
    : findViewer(db, actor.tenantId, input, options);
}

async function findUser(db: Db, tenantId: number, { userId, email }: ExportSubjectInput): Promise<Subject> {
  if ((userId == null) === (email == null))
    throw refuseFields([{ path: 'renderAs', message: 'give exactly one of userId and email of a USER' }]);
  const by = {
    ids: userId == null ? [] : [toStorableId(userId)],
    emails: email == null ? [] : [email.trim()],
  };
  const [found] = await createRecipientStore(db).findUsers(tenantId, by);
  if (!found) throw refuse('user_not_found', userId == null ? { username: email ?? '' } : { id: userId });
  return { type: 'USER', userId: found.id };
}

async function findViewer(
  db: Db,
  tenantId: number,
  input: ExportSubjectInput,
  { brand, viewerLimit }: SubjectOptions,
): Promise<Subject> {
  if (input.securityContext && brand.securityContextKey in input.securityContext)
    throw refuseFields([
      { path: `renderAs.securityContext.${brand.securityContextKey}`, message: 'is reserved' },
    ]);
  const names = readViewerNames(input, 'renderAs.');
  const viewers = await ensureViewers(db, tenantId, [{ ...input, ...names }], viewerLimit);
  const viewer = viewers.get(viewerKey(names));
  if (!viewer) throw new Error('The viewer that was just made is not there');
  if (input.email != null && viewer.email == null) {
    const embedTenantId = await createEmbedTenantStore(db).ensure(tenantId, { name: names.embedTenantName });
    await createDirectoryStore(db).setTexts({ tenantId, embedTenantId }, viewer.id, { email: input.email });
  }
  return { type: 'EMBED_USER', embedUserId: viewer.id, overrides: toOverrides(input) };
}
