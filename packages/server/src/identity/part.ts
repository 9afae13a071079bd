import { credentialsPart } from '../authentication/credentials-part.ts';
import { databasePart } from '../db/part.ts';
import { mailQueuePart, mailRoomPart } from '../mail/part.ts';
import { input, part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { signOnPart } from '../sign-on/part.ts';
import { createIdentityRoutes, PASSWORD_THREADS } from './identity-routes.ts';
import { PASSWORD_COST } from './sign-in/password-hash.ts';
import { createPasswordHasher } from './sign-in/password-hasher.ts';
import { signInTables } from './sign-in-tables.ts';
import { peopleTables } from './people-tables.ts';
import { accountTables } from './account-tables.ts';

/** What a hash costs that is made now. */
export const passwordCost = input('cost of passwords', () => PASSWORD_COST);

/** Derives keys from passwords, in threads. */
const passwordHasherPart = part({
  name: 'hashes of passwords',
  needs: { cost: passwordCost },
  make({ cost }) {
    const hasher = createPasswordHasher({ threads: PASSWORD_THREADS, cost });
    return { provides: hasher, close: () => hasher.close() };
  },
});

/** Users, groups, roles and attributes, passwords and second factors, sessions, API keys. */
export const identityPart = part({
  name: 'identity',
  tables: { ...accountTables, ...peopleTables, ...signInTables },
  needs: {
    database: databasePart,
    keyring: keyringPart,
    credentials: credentialsPart,
    hasher: passwordHasherPart,
    mailRoom: mailRoomPart,
    mailQueue: mailQueuePart,
    signOn: signOnPart,
  },
  make: ({ credentials: { roleRights }, signOn: { signOutAtProvider }, ...needed }) => ({
    operations: createIdentityRoutes({ ...needed, roleRights, signOutAtProvider }),
  }),
});
