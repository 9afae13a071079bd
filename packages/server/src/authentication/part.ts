import { databasePart } from '../db/part.ts';
import { createEmbedCredential } from '../embedding/embed-sessions/embed-credential.ts';
import { createAuthenticate } from '../http/caller/authentication.ts';
import { createRateLimit } from '../http/rate-limit/rate-limit.ts';
import { createUserCredentials } from '../identity/credentials/user-credentials.ts';
import { logger, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { createDataCredential } from '../query/data-token.ts';
import { keyringPart } from '../secrets/part.ts';
import { credentialsPart } from './credentials-part.ts';

/** Finds out who calls, of any kind of credential, and how often. */
export const authenticatePart = part({
  name: 'authentication',
  needs: { settings, logger, database: databasePart, keyring: keyringPart, credentials: credentialsPart },
  make({ settings: { brand, rateLimits }, logger, database, keyring, credentials }) {
    const { liveClaims } = credentials;
    const rateLimit = createRateLimit({ database, logger, settings: rateLimits });
    const { handedOnSession, ...userCredentials } = createUserCredentials(credentials.credentials);
    const authenticate = createAuthenticate({
      ...userCredentials,
      embedToken: createEmbedCredential(database, keyring, { brand, liveClaims, handedOnSession }),
      dataToken: createDataCredential(database, keyring, liveClaims),
    });
    return {
      provides: rateLimit.limit(authenticate),
      metrics: [rateLimit.metrics],
      close: () => rateLimit.close(),
    };
  },
});
