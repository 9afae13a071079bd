import fastifyCookie from '@fastify/cookie';
import { managementOperations } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { installResourceChallenge } from '../oauth/resource-challenge.ts';
import { answerObservers, logger, settings, type AnswerObservers } from '../parts/inputs.ts';
import type { Offers } from '../parts/offers.ts';
import { part } from '../parts/part.ts';
import type { ServerSettings } from '../server-settings/server-settings.ts';
import { installBoundCheck } from './answers/bound-check.ts';
import { installCompression } from './answers/compression.ts';
import { createFastify } from './listening/create-fastify.ts';
import type { Handlers } from './handler.ts';
import { noteKnownMethods } from './requests/known-methods.ts';
import { registerOperations, type OperationsOptions } from './operations.ts';
import { installProblemAnswers } from './problems/problem.ts';
import { installBodyParsers } from './requests/request-body.ts';
import { requestsPart } from './requests-part.ts';
import { installRetryAfter } from './problems/retry-after.ts';
import { setSecurityHeaders } from './problems/security-headers.ts';
import { createTransportCheck } from './transport/transport-security.ts';

/**
 * The HTTP application: what every request goes through, the operations and the pages of all parts. It listens nowhere
 * yet.
 */
export const applicationPart = part({
  name: 'requests',
  needs: { settings, logger, observers: answerObservers, requests: requestsPart },
  async make({ settings, logger, observers, requests }) {
    const app = createFastify(settings, logger);
    await installHooks(app, settings, observers, requests);
    return {
      provides: app,
      start: (offers) => registerRoutes(app, offers, requests),
      close: () => app.close(),
    };
  },
});

async function installHooks(
  app: FastifyInstance,
  { trustedProxies, baseUrl }: Pick<ServerSettings, 'trustedProxies' | 'baseUrl'>,
  { onBeyondBound, onUndeclaredRefusal = () => {} }: AnswerObservers,
  { stopping }: Pick<OperationsOptions, 'stopping'>,
): Promise<void> {
  app.decorateRequest('authentication');
  const checkTransport = createTransportCheck(trustedProxies);
  app.addHook('onRequest', (request, _reply, done) => {
    checkTransport(request);
    done();
  });
  app.addHook('onSend', setSecurityHeaders);
  installResourceChallenge(app, baseUrl);
  stopping.install(app);
  installRetryAfter(app);
  if (onBeyondBound) installBoundCheck(app, onBeyondBound);
  installCompression(app);
  installProblemAnswers(app, noteKnownMethods(app), onUndeclaredRefusal);
  await installBodyParsers(app);
  await app.register(fastifyCookie);
}

async function registerRoutes(
  app: FastifyInstance,
  offers: Offers,
  requests: OperationsOptions,
): Promise<void> {
  for (const end of offers.endings) app.addHook('preClose', end);
  await app.register(async (api) => {
    for (const install of offers.managementHooks) await install(api);
    const authenticate = offers.credentials.reduce((known, take) => take(known), requests.authenticate);
    // A server has all of them, which is checked where its parts are listed.
    const handlers = offers.operations as Handlers<typeof managementOperations>;
    registerOperations(api, managementOperations, handlers, { ...requests, authenticate });
  });
  for (const register of offers.pages) await register(app, offers);
}
