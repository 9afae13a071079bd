import { authenticatePart } from '../authentication/part.ts';
import { databasePart } from '../db/part.ts';
import { ownAddressPart } from '../http/transport/own-address-part.ts';
import { mailRoomPart } from '../mail/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { createSignOn } from './sign-on.ts';
import { signOnTables } from './sign-on-tables.ts';

/** Sign-in by identity providers. */
export const signOnPart = part({
  name: 'sign-on',
  tables: signOnTables,
  needs: {
    settings,
    database: databasePart,
    keyring: keyringPart,
    mailRoom: mailRoomPart,
    authenticate: authenticatePart,
    ownAddress: ownAddressPart,
  },
  make({ settings: { outboundNetworks, brand }, database, keyring, mailRoom, authenticate, ownAddress }) {
    const signOn = createSignOn({
      db: database.db,
      keyring,
      outboundNetworks,
      canSendMail: mailRoom !== undefined,
    });
    const onWritten = () => database.credentialChanges.catchUpOwn();
    return {
      provides: signOn,
      operations: signOn.handlers,
      pages: [(app) => signOn.registerPages(app, { brand, authenticate, ownAddress, onWritten })],
    };
  },
});
