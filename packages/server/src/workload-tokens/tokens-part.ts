import { databasePart } from '../db/part.ts';
import { serverAddressPart } from '../http/transport/server-address-part.ts';
import { dataFolder, logger, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { signingKeysPart } from '../signing-keys/part.ts';
import { createWorkloadTokens } from './workload-tokens.ts';

/** The files with tokens that runtimes show to other services. */
export const workloadTokensPart = part({
  name: 'workload tokens',
  needs: {
    settings,
    logger,
    dataFolder,
    database: databasePart,
    signingKeys: signingKeysPart,
    address: serverAddressPart,
  },
  make({ settings: { baseUrl }, logger, dataFolder, database: { db }, signingKeys, address }) {
    const tokens = createWorkloadTokens({
      db,
      dataDir: dataFolder.path,
      signingKeys,
      baseUrl,
      listensAt: () => address.url,
      onFault: (error) => logger.error({ error }, 'A workload token could not be issued'),
    });
    return { provides: tokens, close: () => tokens.close() };
  },
});
