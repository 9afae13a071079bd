import { authenticatePart } from '../authentication/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { registerUserTokenCallback } from './callback-page.ts';
import { oauthIntegrationsPart } from './part.ts';

/** Where providers send users back to. */
export const userTokenCallbackPart = part({
  name: 'way back from providers of tokens',
  needs: { settings, authenticate: authenticatePart, integrations: oauthIntegrationsPart },
  make: ({ settings: { brand }, authenticate, integrations: { userTokens } }) => ({
    pages: [(app) => registerUserTokenCallback(app, { brand, authenticate, userTokens })],
  }),
});
