import { checkAssertion, type AssertionExpectations } from './assertion-rules.ts';
import type { Assertion } from './assertion.ts';
import type { UnverifiedResponse } from './open-response.ts';
import { readAssertion } from './read-assertion.ts';
import { SamlFault } from './saml-fault.ts';
import { ASSERTION_NAMESPACE, PROTOCOL_NAMESPACE, STATUS_SUCCESS } from './saml-names.ts';
import { checkStructure } from './response-structure.ts';
import { verifySignatures } from './verify-signatures.ts';
import { attributeOf, childrenNamed, textOf } from './xml-elements.ts';

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
): Promise<Assertion> {
  checkStatus(response.document.documentElement);
  checkStructure(response.document);
  checkEnvelope(response, expected);
  const signedXml = await verifySignatures(response, certificates, expected);
  const assertion = await readAssertion(signedXml);
  checkAssertion(assertion, expected);
  return assertion;
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

/** Providers do not sign what they refuse; what it says is for the log, and nobody is signed in by it. */
function checkStatus(response: Element): void {
  const [status] = childrenNamed(response, PROTOCOL_NAMESPACE, 'Status');
  const [code] = status ? childrenNamed(status, PROTOCOL_NAMESPACE, 'StatusCode') : [];
  const text = code && attributeOf(code, 'Value');
  if (text === undefined) throw new SamlFault('malformed', 'no status');
  if (text === STATUS_SUCCESS) return;
  const [message] = status ? childrenNamed(status, PROTOCOL_NAMESPACE, 'StatusMessage') : [];
  throw new SamlFault('status', (textOf(message) || text).slice(0, 200));
}
