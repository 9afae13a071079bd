import { databasePart } from '../db/part.ts';
import { authenticatePart } from '../authentication/part.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { registerKeySet } from './key-set-route.ts';
import { handleSigningKeyRotation } from './rotation.ts';
import { createSigningKeys } from './signing-keys.ts';
import { signingKeyTables } from './signing-key-tables.ts';

/** The keys that tokens for other services are signed with. */
export const signingKeysPart = part({
  name: 'keys of tokens',
  tables: signingKeyTables,
  needs: { database: databasePart, keyring: keyringPart },
  make: ({ database, keyring }) => ({
    provides: createSigningKeys({ database, keyring }),
    jobs: [handleSigningKeyRotation(database.db, keyring)],
  }),
});

/** Where others read them. */
export const keySetPart = part({
  name: 'key set',
  needs: { signingKeys: signingKeysPart, authenticate: authenticatePart },
  make: (needed) => ({ pages: [(app) => registerKeySet(app, needed)] }),
});
