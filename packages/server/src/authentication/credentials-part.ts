import { createRoleRights } from '../access/roles/held-roles.ts';
import { databasePart } from '../db/part.ts';
import { createCredentialCache } from '../identity/credentials/credential-cache.ts';
import { createCredentialStore } from '../identity/credentials/credential-store.ts';
import { createEndedViewers } from '../identity/credentials/ended-viewers.ts';
import { createLiveClaims } from '../identity/credentials/live-claims.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';

/** What is known of credentials and of what they may, kept once for the server. */
export const credentialsPart = part({
  name: 'credentials',
  needs: { settings, database: databasePart },
  make({ settings: { brand }, database }) {
    const roleRights = createRoleRights(database.db);
    const credentials = createCredentialCache(
      createCredentialStore(database, roleRights),
      database.credentialChanges,
    );
    const endedViewers = createEndedViewers(database);
    const liveClaims = createLiveClaims(credentials, brand, endedViewers);
    return { provides: { roleRights, credentials, endedViewers, liveClaims } };
  },
});
