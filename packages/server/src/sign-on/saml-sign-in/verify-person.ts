import type { Db } from '../../db/database.ts';
import type { VerifiedPerson } from '../flow/finish-sign-on.ts';
import { spendToken } from '../flow/spent-tokens.ts';
import type { ProviderRow } from '../providers/provider-store.ts';
import { ASSERTION_LIFETIME_SECONDS } from '../saml/assertion-times.ts';
import type { UnverifiedResponse } from '../saml/open-response.ts';
import { personOfAssertion } from './person-of-assertion.ts';
import { SamlFault } from '../saml/saml-fault.ts';
import { certificatesOf, readSamlSettings } from '../providers/saml-settings.ts';
import { serviceProviderOf } from '../saml/service-provider.ts';
import { verifyResponse } from '../saml/verify-response.ts';

/** What a response has to answer. */
interface ExpectedAnswer {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Undefined: no request. */
  readonly requestId: string | undefined;
}

/**
 * Makes the verification of responses: who they name, by every rule, and each once, on whichever server.
 *
 * It throws {@link SamlFault}.
 */
export function createPersonVerification(db: Db) {
  return async (
    response: UnverifiedResponse,
    provider: ProviderRow,
    { baseUrl, requestId }: ExpectedAnswer,
  ): Promise<VerifiedPerson> => {
    const settings = readSamlSettings(provider);
    const { entityId: audience, callbackUrl } = serviceProviderOf(baseUrl, provider.slug);
    const assertion = await verifyResponse(response, certificatesOf(settings), {
      issuer: settings.entityId,
      audience,
      callbackUrl,
      requestId,
      nowMs: Date.now(),
    });
    const identity = personOfAssertion(provider, assertion);
    const isFirst = await spendToken(db, {
      providerId: provider.id,
      tokenId: assertion.id,
      ttlSeconds: ASSERTION_LIFETIME_SECONDS,
    });
    if (!isFirst) throw new SamlFault('replayed', assertion.id);
    return { method: 'saml', identity, providerSession: assertion.sessionIndex };
  };
}
