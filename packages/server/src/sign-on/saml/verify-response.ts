import { checkAssertion, type AssertionExpectations } from './assertion-rules.ts';
import type { Assertion } from './assertion.ts';
import type { UnverifiedResponse } from './open-response.ts';
import { readAssertion } from './read-assertion.ts';
import { SamlFault } from './saml-fault.ts';
import { ASSERTION_NAMESPACE } from './saml-names.ts';
import { verifySignatures } from './verify-signatures.ts';
import { attributeOf, childrenNamed, textOf } from './xml-elements.ts';

/** A response that has passed every check. */
export interface VerifiedResponse {
  readonly assertion: Assertion;
  /** Until when the id of the assertion has to be remembered, in milliseconds since 1970. */
  readonly rememberUntilMs: number;
}

/**
 * Verifies a response: a signature over it or over its assertion by one of the certificates (PEM), and every rule of
 * `assertion-rules.ts` on what that signature covers. Nothing else of the document is used.
 *
 * @throws {@link SamlFault}
 */
export async function verifyResponse(
  response: UnverifiedResponse,
  certificates: readonly string[],
  expected: AssertionExpectations,
): Promise<VerifiedResponse> {
  checkEnvelope(response, expected);
  const signedXml = await verifySignatures(response, certificates, expected);
  const assertion = await readAssertion(signedXml);
  return { assertion, rememberUntilMs: checkAssertion(assertion, expected) };
}

/** The envelope is signed by some providers alone; what it says must not contradict in any case. */
function checkEnvelope(
  { document: { documentElement: envelope }, inResponseTo }: UnverifiedResponse,
  { issuer, callbackUrl, requestId }: AssertionExpectations,
): void {
  if (attributeOf(envelope, 'Version') !== '2.0') throw new SamlFault('malformed', 'not version 2.0');
  for (const named of childrenNamed(envelope, ASSERTION_NAMESPACE, 'Issuer').map(textOf))
    if (named !== issuer) throw new SamlFault('issuer', named);
  const destination = attributeOf(envelope, 'Destination');
  if (destination !== undefined && destination !== callbackUrl)
    throw new SamlFault('destination', destination);
  if (inResponseTo !== undefined && inResponseTo !== requestId) throw new SamlFault('request', inResponseTo);
}
