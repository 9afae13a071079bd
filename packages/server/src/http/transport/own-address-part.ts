import { databasePart } from '../../db/part.ts';
import { settings } from '../../parts/inputs.ts';
import { part } from '../../parts/part.ts';
import { createOwnAddress } from './own-address.ts';

/** Where clients reach the server. */
export const ownAddressPart = part({
  name: 'own address',
  needs: { settings, database: databasePart },
  make: ({ settings: { baseUrl }, database }) => ({ provides: createOwnAddress(database.db, baseUrl) }),
});
