import type { AssertionExpectations } from './assertion-rules.ts';
import type { UnverifiedResponse } from './open-response.ts';
import { SamlFault } from './saml-fault.ts';
import { ASSERTION_NAMESPACE, SIGNATURE_NAMESPACE } from './saml-names.ts';
import { childrenNamed } from './xml-elements.ts';

/**
 * Verifies each signature of a response, by one of the certificates (PEM).
 *
 * @returns the assertion, in the text that a signature covers
 * @throws {@link SamlFault} `signature`
 */
export async function verifySignatures(
  { xml, document: { documentElement: envelope } }: UnverifiedResponse,
  certificates: readonly string[],
  { issuer, audience, callbackUrl }: AssertionExpectations,
): Promise<string> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const saml = new SAML({
    idpCert: [...certificates],
    idpIssuer: issuer,
    issuer: audience,
    callbackUrl,
    // One of both is enough, but what is signed has to be signed well. There is one (`checkStructure`).
    wantAuthnResponseSigned: isSigned(envelope),
    wantAssertionsSigned: childrenNamed(envelope, ASSERTION_NAMESPACE, 'Assertion').some(isSigned),
    // These are rules of `assertion-rules.ts`, which says what does not fit.
    audience: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  try {
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
    const signedXml = profile?.getAssertionXml?.();
    if (signedXml) return signedXml;
  } catch (cause) {
    throw new SamlFault('signature', cause instanceof Error ? cause.message.slice(0, 200) : undefined, {
      cause,
    });
  }
  throw new SamlFault('signature');
}

function isSigned(element: Element): boolean {
  return childrenNamed(element, SIGNATURE_NAMESPACE, 'Signature').length > 0;
}
