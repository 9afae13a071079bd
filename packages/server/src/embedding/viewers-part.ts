import { credentialsPart } from '../authentication/credentials-part.ts';
import { databasePart } from '../db/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { createViewerLimit } from './embed-users/viewer-limit.ts';
import { createSubjectPrincipals } from './subjects/subject-principals.ts';

/** How many viewers an account may have. */
export const viewerLimitPart = part({
  name: 'limit of viewers',
  needs: { settings },
  make: ({ settings: { maxEmbedUsers } }) => ({ provides: createViewerLimit(maxEmbedUsers) }),
});

/** Finds those with the rights under which background work is done. */
export const subjectsPart = part({
  name: 'subjects of background work',
  needs: { settings, database: databasePart, credentials: credentialsPart },
  make: ({ settings: { brand }, database, credentials: { credentials } }) => ({
    provides: createSubjectPrincipals(database, credentials, brand),
  }),
});
