import { authenticatePart } from '../authentication/part.ts';
import { databasePart, storagePart } from '../db/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { createAnswerTurns } from './answers/answer-turns.ts';
import { createIdempotency } from './idempotency/idempotency.ts';
import type { OperationsOptions } from './operations.ts';
import { ownAddressPart } from './transport/own-address-part.ts';
import { createStopping } from './listening/stopping.ts';
import { requestTables } from './request-tables.ts';

/** How the application ends. */
export const stoppingPart = part({
  name: 'end of the application',
  needs: {},
  make: () => ({ provides: createStopping() }),
});

/** What every request of an operation is handled with. */
export const requestsPart = part({
  name: 'requests of operations',
  tables: requestTables,
  needs: {
    settings,
    database: databasePart,
    keyring: keyringPart,
    storage: storagePart,
    stopping: stoppingPart,
    authenticate: authenticatePart,
    ownAddress: ownAddressPart,
  },
  make({ settings: { brand }, database, keyring, storage, stopping, authenticate, ownAddress }) {
    const { db } = database;
    return {
      provides: {
        authenticate,
        db,
        baseUrlOf: ownAddress.shown,
        ownAddress,
        brand,
        storage,
        stopping,
        answerTurns: createAnswerTurns(),
        idempotency: createIdempotency({ db, keyring }),
        onWritten: () => database.credentialChanges.catchUpOwn(),
      } satisfies OperationsOptions,
    };
  },
});
