import type { OwnAddress } from '../http/transport/own-address.ts';
import { brandPath, refuse, type Access, type ServerBrand } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkCall } from '../access/may.ts';
import { userOf } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import type { Authenticate } from '../http/caller/authentication.ts';
import { createSignOnCookies } from '../http/caller/session-cookie.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createFinishSignOn, failurePath, type FinishSignOn } from './flow/finish-sign-on.ts';
import { authenticateAccount, goTo, signOnCallOf } from './flow/sign-on-request.ts';
import { nextPath } from './flow/next-path.ts';
import {
  createSignOnTransactions,
  SIGN_ON_TTL_SECONDS,
  type SignOnTransactions,
} from './flow/sign-on-transactions.ts';
import { LogoutRefused, type createBackchannelLogout } from './oidc/backchannel-logout.ts';
import { makeKeys, type OidcFlow } from './oidc/oidc-flow.ts';
import { OIDC_CALLBACK_PATH } from './providers/oidc-settings.ts';
import { createProviderStore, type ProviderRow, type ProviderStore } from './providers/provider-store.ts';
import { createProviderTestStore } from './providers/provider-test-store.ts';
import { registerSamlPages } from './saml-sign-in/saml-pages.ts';
import { createSamlSignOn, type SamlSignOn } from './saml-sign-in/saml-sign-on.ts';
import { SignOnFailure } from './sign-on-failure.ts';

/** What the addresses are served with that browsers and providers call. */
export interface SignOnPagesOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly brand: ServerBrand;
  readonly authenticate: Authenticate;
  readonly oidc: OidcFlow;
  readonly endSessions: ReturnType<typeof createBackchannelLogout>;
  readonly ownAddress: Pick<OwnAddress, 'vouched'>;
  onWritten(): Promise<void>;
}

const ADMINISTRATOR: Access = { principals: ['user'], role: 'Admin' };
const MAX_LOGOUT_BYTES = 64 * 1024;

/**
 * Serves what browsers and providers call: the start of a sign-in, the addresses that people come back to, and logouts
 * of the provider. None is an operation for clients of the API.
 */
export async function registerSignOnPages(app: FastifyInstance, options: SignOnPagesOptions): Promise<void> {
  const { db, keyring, authenticate, ownAddress, onWritten } = options;
  const providers = createProviderStore(db);
  const transactions = createSignOnTransactions(db);
  const finish = createFinishSignOn({ db, keyring, onWritten });
  const saml = createSamlSignOn({ db, providers, transactions, finishSignOn: finish });
  await registerSamlPages(app, { authenticate, providers, saml, ownAddress });
  serveStart(app, { ...options, providers, transactions, saml });
  serveCallback(app, { ...options, providers, transactions, finish });
  await serveLogout(app, { ...options, providers });
}

/** What the pages of sign-ins share. */
interface FlowOptions extends Pick<SignOnPagesOptions, 'brand' | 'authenticate' | 'oidc' | 'ownAddress'> {
  readonly providers: ProviderStore;
  readonly transactions: SignOnTransactions;
}

/** Sends a browser to the provider. */
function serveStart(
  app: FastifyInstance,
  {
    db,
    brand,
    authenticate,
    oidc,
    ownAddress,
    providers,
    transactions,
    saml,
  }: FlowOptions & Pick<SignOnPagesOptions, 'db'> & { readonly saml: SamlSignOn },
): void {
  app.get(brandPath('/api/v1/sso/:slug/start', brand), async (request, reply) => {
    const { tenantId } = await authenticateAccount(authenticate, request);
    const { slug } = request.params as { slug: string };
    const { next, test } = request.query as { next?: unknown; test?: unknown };
    const isTest = test === 'true';
    const testerId = isTest ? await testerOf(request, authenticate) : null;
    const provider = await providers.findBySlug(tenantId, slug);
    if (!provider || !(provider.isEnabled || isTest)) throw refuse('not_found');
    const cookies = createSignOnCookies(request, reply);
    const keys = makeKeys(cookies.signOn.value);
    try {
      const { start } = provider.kind === 'SAML' ? saml : oidc;
      const address = await start(provider, keys, { baseUrl: await ownAddress.vouched(request), isTest });
      const details = {};
      await transactions.begin(keys, { providerId: provider.id, testerId, next: nextPath(next), details });
      cookies.signOn.set(keys.browserToken, SIGN_ON_TTL_SECONDS);
      return await goTo(reply, address);
    } catch (error) {
      return goTo(reply, await failedStart(error, { db, provider, testerId, request }));
    }
  });
}

/** Takes a browser back that comes from a provider of OpenID Connect. */
function serveCallback(
  app: FastifyInstance,
  {
    brand,
    authenticate,
    oidc,
    ownAddress,
    providers,
    transactions,
    finish,
  }: FlowOptions & { readonly finish: FinishSignOn },
): void {
  app.get(brandPath(OIDC_CALLBACK_PATH, brand), async (request, reply) => {
    const principal = await authenticateAccount(authenticate, request);
    const call = signOnCallOf(request, reply, principal);
    const { state } = request.query as { state?: unknown };
    const browserToken = call.cookies.signOn.value;
    const keys = typeof state === 'string' && browserToken ? { state, browserToken } : undefined;
    const transaction = keys && (await transactions.take(principal.tenantId, keys));
    const provider = transaction && (await providers.find(principal.tenantId, transaction.providerId));
    // A transaction of another protocol is none of this one.
    if (!keys || !transaction || provider?.kind !== 'OIDC')
      return goTo(reply, failurePath(new SignOnFailure('expired')));
    const [, query = ''] = request.url.split('?', 2);
    const url = new URL(`${await ownAddress.vouched(request)}${OIDC_CALLBACK_PATH}?${query}`);
    const verify = () => oidc.finish(provider, keys, url);
    return goTo(reply, await finish(call, { transaction, provider, verify }));
  });
}

/** Takes logouts that providers of OpenID Connect send. */
async function serveLogout(
  app: FastifyInstance,
  {
    brand,
    authenticate,
    endSessions,
    onWritten,
    providers,
  }: Pick<SignOnPagesOptions, 'brand' | 'authenticate' | 'endSessions' | 'onWritten'> & {
    readonly providers: ProviderStore;
  },
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => void (await authenticateAccount(authenticate, request)));
    const path = brandPath('/api/v1/sso/oidc/:slug/backchannel-logout', brand);
    scope.post(path, { bodyLimit: MAX_LOGOUT_BYTES }, async (request, reply) => {
      const { tenantId } = await authenticateAccount(authenticate, request);
      const { slug } = request.params as { slug: string };
      const provider = await providers.findBySlug(tenantId, slug);
      if (provider?.kind !== 'OIDC') throw refuse('not_found');
      reply.header('cache-control', 'no-store');
      const { logout_token: token } = (request.body ?? {}) as { logout_token?: unknown };
      try {
        const sessions = await endSessions(provider, typeof token === 'string' ? token : '');
        await onWritten();
        request.log.info({ providerId: provider.id, sessions }, 'A provider has ended console sessions');
        return await reply.code(200).send();
      } catch (error) {
        if (!(error instanceof LogoutRefused)) throw error;
        request.log.info({ err: error, providerId: provider.id }, 'A logout of a provider was refused');
        return reply.code(400).send({ error: 'invalid_request', error_description: error.message });
      }
    });
  });
}

/** The administrator of the console session. @throws `unauthenticated`, `admin_only` */
async function testerOf(request: FastifyRequest, authenticate: Authenticate): Promise<number> {
  const { principal } = await authenticate(request, ADMINISTRATOR);
  checkCall(principal, ADMINISTRATOR, undefined);
  return userOf(principal).userId;
}

interface FailedStart {
  readonly db: Db;
  readonly provider: ProviderRow;
  readonly testerId: number | null;
  readonly request: FastifyRequest;
}

/** Where a person goes to when the provider cannot be reached; a test keeps why. */
async function failedStart(
  error: unknown,
  { db, provider, testerId, request }: FailedStart,
): Promise<string> {
  if (!(error instanceof SignOnFailure)) throw error;
  request.log.warn({ err: error, providerId: provider.id }, 'An identity provider cannot be reached');
  if (testerId === null) return failurePath(error);
  const result = { isSuccessful: false, error: error.detail ?? error.message, claims: null, plan: null };
  await createProviderTestStore(db).put(provider.id, testerId, result);
  return `/settings/authentication?tested=${provider.id}`;
}
