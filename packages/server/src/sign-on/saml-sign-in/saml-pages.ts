import type { OwnAddress } from '../../http/transport/own-address.ts';
import { limits, refuse } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../http/caller/authentication.ts';
import { failurePath } from '../flow/finish-sign-on.ts';
import { accountOf, authenticateAccount, goTo, signOnCallOf } from '../flow/sign-on-request.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import { SignOnFailure } from '../sign-on-failure.ts';
import { SAML_FINISH_PATH, type SamlSignOn } from './saml-sign-on.ts';
import { SAML_CALLBACK_PATH } from '../saml/service-provider.ts';

/** What the addresses of SAML are served with. */
interface SamlPagesOptions {
  readonly authenticate: Authenticate;
  readonly providers: ProviderStore;
  readonly saml: SamlSignOn;
  readonly ownAddress: Pick<OwnAddress, 'vouched'>;
}

/** A response in base64, escaped in a form. */
const MAX_FORM_BYTES = limits.MAX_SAML_DOCUMENT_LENGTH * 3;

/** Serves what browsers bring from SAML providers, and what administrators of providers read. */
export async function registerSamlPages(app: FastifyInstance, options: SamlPagesOptions): Promise<void> {
  const { authenticate, providers, saml, ownAddress } = options;

  app.get('/api/v1/sso/saml/:slug/metadata', async (request, reply) => {
    const { tenantId } = await authenticateAccount(authenticate, request);
    const { slug } = request.params as { slug: string };
    const provider = await providers.findBySlug(tenantId, slug);
    if (provider?.kind !== 'SAML') throw refuse('not_found');
    const metadata = await saml.describe(provider, await ownAddress.vouched(request));
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadata);
  });

  app.get(SAML_FINISH_PATH, async (request, reply) => {
    const call = signOnCallOf(request, reply, await authenticateAccount(authenticate, request));
    const { state } = request.query as { state?: unknown };
    return goTo(reply, await saml.finish(call, typeof state === 'string' ? state : ''));
  });

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      // A form of another site, or of a neighbour of ours: whatever cookie comes along, nothing rests on it.
      request.cookies = {};
      await authenticateAccount(authenticate, request);
    });
    scope.post(SAML_CALLBACK_PATH, { bodyLimit: MAX_FORM_BYTES }, async (request, reply) => {
      const call = signOnCallOf(request, reply, accountOf(request));
      const { SAMLResponse: response, RelayState: relayState } = fieldsOf(request);
      if (response === undefined) return goTo(reply, failurePath(new SignOnFailure('provider_failed')));
      return goTo(
        reply,
        await saml.receive(call, { response, relayState, baseUrl: await ownAddress.vouched(request) }),
      );
    });
  });
}

/** The fields of a form that are there once. */
function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
}
