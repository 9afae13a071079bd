import { operations, type ServerBrand } from '@oriel/contract';
import { checkCall } from '../../access/may.ts';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import type { CredentialStore } from '../../identity/credentials/credential-store.ts';
import { toUserPrincipal } from '../../identity/credentials/user-credentials.ts';
import { findViewer, type RenderingScope } from './viewer-principal.ts';
import type { Subject } from '../../db/values/stored-renderings.ts';

/** Finds the people with the rights under which something is rendered, as these are now. */
export interface SubjectPrincipals {
  /**
   * Undefined for one who is not there, or deactivated.
   *
   * @param options `needsPolicyContext` false leaves out of a user what row-level policies look at, where no data is
   * asked for
   * @throws `forbidden` for a user who may not open the deployment
   */
  find(
    scope: RenderingScope,
    subject: Subject,
    options?: { readonly needsPolicyContext: boolean },
  ): Promise<UserPrincipal | EmbedPrincipal | undefined>;
}

/** Makes the finder. No credential is made: what is rendered is asked for within the server. */
export function createSubjectPrincipals(
  { db }: Pick<Database, 'db'>,
  credentials: Pick<CredentialStore, 'findHolder'>,
  brand: ServerBrand,
): SubjectPrincipals {
  return {
    async find(scope, subject, { needsPolicyContext } = { needsPolicyContext: true }) {
      if (subject.type === 'EMBED_USER') return findViewer(db, brand, scope, subject);
      const { tenantId, deploymentId } = scope;
      const row = await credentials.findHolder({
        tenantId,
        userId: subject.userId,
        needsPolicyContext,
      });
      if (!row) return undefined;
      const principal = toUserPrincipal(row, 'console-session');
      checkCall(principal, operations.getDashboard.access, { deploymentId });
      return principal;
    },
  };
}
